# Scalars and instruction sets of the formulations.

# the same as in python/equidyn/compilation/compiler.py, for formulations of users. putting two of the three numbers of a
# vector in a register costs more than it saves
set(formulation_flags -fno-tree-vectorize -fno-tree-slp-vectorize)

# instruction sets of 4 and 8 lanes
if(MSVC)
  set(options_of_avx2 /arch:AVX2)
  set(options_of_avx512 /arch:AVX512)
else()
  set(options_of_avx2 -mavx2 -mfma)
  set(options_of_avx512 -mavx512f -mavx512dq -mavx512vl -mavx512bw -mavx2 -mfma)
endif()

# g++ would split copies of registers into halves and quarters, which delays the next load
include(CheckCXXCompilerFlag)
check_cxx_compiler_flag("-mmove-max=512 -mstore-max=512" copies_whole_registers)
if(copies_whole_registers)
  list(APPEND options_of_avx2 -mmove-max=512 -mstore-max=512)
  list(APPEND options_of_avx512 -mmove-max=512 -mstore-max=512)
endif()

# add_formulations(TARGET SCALAR): library of all registered formulations over this scalar
function(add_formulations target scalar)
  add_library(${target} STATIC cpp/src/methods/formulations_even.cpp cpp/src/methods/formulations_odd.cpp)
  set_target_properties(${target} PROPERTIES POSITION_INDEPENDENT_CODE ON CXX_VISIBILITY_PRESET hidden)
  target_include_directories(${target} PRIVATE cpp/src)
  target_compile_definitions(${target} PRIVATE "EQUIDYN_SCALAR=${scalar}")
  if(NOT MSVC)
    target_compile_options(${target} PRIVATE ${formulation_flags})
  endif()
  target_link_libraries(${target} PRIVATE ours)
endfunction()

# add_lanes(TARGET LANES OPTIONS...): the same over packs of LANES states, with evaluators of all methods
function(add_lanes target lanes)
  add_formulations(${target} "Pack<${lanes}>")
  target_sources(${target} PRIVATE cpp/src/methods/lane_evaluators.cpp cpp/src/methods/pack_models.cpp)
  target_compile_definitions(${target} PRIVATE EQUIDYN_LANES=${lanes})
  target_compile_options(${target} PRIVATE ${ARGN})
endfunction()
