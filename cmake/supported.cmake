# What the core cannot be compiled by or for is refused at once, and not in pages of errors.

# the oldest that have compiled it, with the bits of the others
set(oldest_GNU 11)
set(oldest_Clang 14)
set(compiler "${CMAKE_CXX_COMPILER_ID} ${CMAKE_CXX_COMPILER_VERSION}")

if(CMAKE_CXX_COMPILER_ID STREQUAL "MSVC")
  # the registers of the kernels are vector extensions, which it does not have
  message(FATAL_ERROR "compiler: expected clang-cl, got cl.exe ${CMAKE_CXX_COMPILER_VERSION}\n"
    "  pip install . -C cmake.args=-TClangCL")
endif()
if(DEFINED oldest_${CMAKE_CXX_COMPILER_ID} AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS oldest_${CMAKE_CXX_COMPILER_ID})
  message(FATAL_ERROR "compiler: expected g++ ${oldest_GNU} or clang ${oldest_Clang}, or newer, got ${compiler}")
endif()
if(MSVC AND EQUIDYN_INSTRUCTION_SETS AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 19)
  # its <immintrin.h> declares only what the whole file is compiled for
  message(FATAL_ERROR "compiler: expected clang-cl 19 or newer, got ${compiler}; or, without AVX:\n"
    "  pip install . -C cmake.define.EQUIDYN_INSTRUCTION_SETS=")
endif()
if(NOT CMAKE_SIZEOF_VOID_P EQUAL 8)
  # the x87 would round otherwise than every text says
  math(EXPR bits "8 * ${CMAKE_SIZEOF_VOID_P}")
  message(FATAL_ERROR "machine: expected one of 64 bits, got ${bits} bits")
endif()
