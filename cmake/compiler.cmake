# Language, kind of build and number of jobs for all files.

if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "Release means -O3" FORCE)
endif()
set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
# pybind11 would turn link-time optimisation on, which takes more time than it saves
set(CMAKE_INTERPROCEDURAL_OPTIMIZATION OFF)

# one job per processor: ninja would start one more, which takes 6 % more time on two processors
cmake_host_system_information(RESULT processors QUERY NUMBER_OF_LOGICAL_CORES)
set_property(GLOBAL PROPERTY JOB_POOLS compilers=${processors})
set(CMAKE_JOB_POOL_COMPILE compilers)

# only explicit fused multiply-adds (kernels/simd/lanes-inl.hpp): every compiler gives the same bits
function(never_fuse target)
  if(NOT MSVC)
    target_compile_options(${target} INTERFACE -ffp-contract=off)
  elseif(CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
    target_compile_options(${target} INTERFACE /clang:-ffp-contract=off)
  endif()
endfunction()

# g++ would collect garbage from 128 MB on, which takes 5 % of its time and more
function(collect_garbage_late target)
  target_compile_options(${target} INTERFACE $<$<CXX_COMPILER_ID:GNU>:--param=ggc-min-heapsize=1000000>)
endfunction()

# compile the files of a UNITY_GROUP as one
function(compile_in_groups target)
  set_target_properties(${target} PROPERTIES UNITY_BUILD ${EQUIDYN_UNITY_BUILD} UNITY_BUILD_MODE GROUP)
endfunction()
