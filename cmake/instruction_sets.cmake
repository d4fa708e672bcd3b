# Instruction sets of the production kernels, in addition to the baseline.

set(higher_sets avx512 avx2)  # the slowest one to compile first
foreach(name IN LISTS EQUIDYN_INSTRUCTION_SETS)
  if(NOT name IN_LIST higher_sets)
    message(FATAL_ERROR "EQUIDYN_INSTRUCTION_SETS: expected avx2, avx512, avx2;avx512 or nothing, got "
      "${EQUIDYN_INSTRUCTION_SETS}")
  endif()
endforeach()

function(add_instruction_sets target)
  set(folder ${PROJECT_SOURCE_DIR}/cpp/src/instruction_sets)
  target_sources(${target} PRIVATE ${folder}/baseline.cpp)
  foreach(name IN LISTS higher_sets)
    if(name IN_LIST EQUIDYN_INSTRUCTION_SETS)
      target_sources(${target} PRIVATE ${folder}/${name}.cpp)
      string(TOUPPER EQUIDYN_HAS_${name} macro)
      # only for these files, so that a different choice does not recompile the others
      set_property(SOURCE ${folder}/instruction_sets.cpp ${PROJECT_SOURCE_DIR}/cpp/src/methods/lanes.cpp
        APPEND PROPERTY COMPILE_DEFINITIONS ${macro})
    endif()
  endforeach()
  target_sources(${target} PRIVATE ${folder}/instruction_sets.cpp)
endfunction()
