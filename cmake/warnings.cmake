# The warnings of a developer's build, all of which are errors there.

function(enable_warnings target)
  if(NOT CMAKE_COMPILE_WARNING_AS_ERROR OR MSVC)
    return()
  endif()
  target_compile_options(${target} INTERFACE
    -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wno-sign-conversion
    # g++ 12 warns falsely of Eigen's check for aliasing, and (as it links) of std::string's operator +
    $<$<CXX_COMPILER_ID:GNU>:-Wno-maybe-uninitialized>)
  target_link_options(${target} INTERFACE $<$<CXX_COMPILER_ID:GNU>:-Wno-stringop-overflow>)
endfunction()
