# Warnings of developers' builds, where they are errors.

function(enable_warnings target)
  if(NOT CMAKE_COMPILE_WARNING_AS_ERROR OR MSVC)
    return()
  endif()
  target_compile_options(${target} INTERFACE
    -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wno-sign-conversion
    # false warnings of g++ 12 about Eigen's check for aliasing, and, when linking, about operator+ of std::string
    $<$<CXX_COMPILER_ID:GNU>:-Wno-maybe-uninitialized>)
  target_link_options(${target} INTERFACE $<$<CXX_COMPILER_ID:GNU>:-Wno-stringop-overflow>)
endfunction()
