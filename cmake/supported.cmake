# Early refusal of unsupported compilers and machines.

# oldest tested versions that give the same bits
set(oldest_GNU 11)
set(oldest_Clang 14)
set(compiler "${CMAKE_CXX_COMPILER_ID} ${CMAKE_CXX_COMPILER_VERSION}")

if(CMAKE_CXX_COMPILER_ID STREQUAL "MSVC")
  # it lacks the GNU vector extensions of the kernels
  message(FATAL_ERROR "compiler: expected clang-cl, got cl.exe ${CMAKE_CXX_COMPILER_VERSION}\n"
    "  pip install . -C cmake.args=-TClangCL")
endif()
if(DEFINED oldest_${CMAKE_CXX_COMPILER_ID} AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS oldest_${CMAKE_CXX_COMPILER_ID})
  message(FATAL_ERROR "compiler: expected g++ ${oldest_GNU} or clang ${oldest_Clang}, or newer, got ${compiler}")
endif()
if(MSVC AND EQUIDYN_INSTRUCTION_SETS AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 19)
  # its <immintrin.h> declares only the instructions enabled for the whole file
  message(FATAL_ERROR "compiler: expected clang-cl 19 or newer, got ${compiler}; or, without AVX:\n"
    "  pip install . -C cmake.define.EQUIDYN_INSTRUCTION_SETS=")
endif()
if(NOT CMAKE_SIZEOF_VOID_P EQUAL 8)
  # the x87 rounds differently
  math(EXPR bits "8 * ${CMAKE_SIZEOF_VOID_P}")
  message(FATAL_ERROR "machine: expected 64 bits, got ${bits} bits")
endif()
