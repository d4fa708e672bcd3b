# How the production kernels are optimised.

include(CheckCXXCompilerFlag)

# what g++ moves out of their loops, or to other places in them, costs it registers that it has not got: they are a quarter
# faster without. the other passes, long walks from loads to stores, and second versions of loops whose vectors are written
# out change nothing but how long it takes; those limits are its own, so it is asked about them
function(_tune_for_gnu target)
  target_compile_options(${target} PRIVATE -fno-tree-loop-im -fno-tree-vectorize -fno-tree-vrp -fno-tree-pta -fno-gcse
    -fno-predictive-commoning -fno-gcse-after-reload -fno-ipa-cp-clone -fno-loop-interchange)
  foreach(limit IN ITEMS sccvn-max-alias-queries-per-access=60 dse-max-alias-queries-per-store=32
      loop-versioning-max-inner-insns=0)
    check_cxx_compiler_flag(--param=${limit} takes_${limit})
    target_compile_options(${target} PRIVATE $<$<BOOL:${takes_${limit}}>:--param=${limit}>)
  endforeach()
endfunction()

function(tune_kernels target)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    _tune_for_gnu(${target})
  elseif(NOT EQUIDYN_SANITIZE)
    # what clang inlines by itself (before_kernels.hpp): the equations of a link
    target_compile_options(${target} PRIVATE
      "$<$<CXX_COMPILER_ID:Clang,AppleClang>:SHELL:-mllvm -inline-threshold=1000>")
  endif()
endfunction()
