# Optimisation of the production kernels.

include(CheckCXXCompilerFlag)

# loop-invariant motion and GCSE of g++ spill registers here: without them the kernels are 25 % faster. other passes,
# alias walks and loop versions only cost compile time. some versions lack the --param limits, hence the checks
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
    # clang inlines the equations of a link by this threshold (before_kernels.hpp)
    target_compile_options(${target} PRIVATE
      "$<$<CXX_COMPILER_ID:Clang,AppleClang>:SHELL:-mllvm -inline-threshold=1000>")
  endif()
endfunction()
