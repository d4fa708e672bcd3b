# The address and undefined-behaviour sanitizers of clang.

function(enable_sanitizers target)
  if(NOT EQUIDYN_SANITIZE)
    return()
  endif()
  if(NOT CMAKE_CXX_COMPILER_ID MATCHES "Clang")
    # g++ takes more than ten minutes to instrument the loads of a kernel
    message(FATAL_ERROR "EQUIDYN_SANITIZE: expected clang, got ${CMAKE_CXX_COMPILER_ID}")
  endif()
  set(sanitizers -fsanitize=address,undefined -fno-sanitize-recover=all)
  target_compile_options(${target} INTERFACE ${sanitizers} -O1 -g1 -fno-omit-frame-pointer)
  # shared, because Python has to load it first
  target_link_options(${target} INTERFACE ${sanitizers} -shared-libasan)
endfunction()
