# WebAssembly module of the laboratory page, by zig, which pip installs.
#
# One release of zig gives the same bytes on every machine, without paths, dates or times.

# the launcher of the Python package, or the program itself
find_program(EQUIDYN_ZIG NAMES python-zig zig)
mark_as_advanced(EQUIDYN_ZIG)
set(release none)
if(EQUIDYN_ZIG)
  execute_process(COMMAND ${EQUIDYN_ZIG} version OUTPUT_VARIABLE release OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
endif()
if(NOT release STREQUAL zig)
  message(FATAL_ERROR "EQUIDYN_LAB: expected zig ${zig}, got ${release}: pip install ziglang==${zig}")
endif()

# add_lab_module(FILE DIGEST SOURCES...): builds the module FILE, and writes the digest beside it
function(add_lab_module file digest)
  get_target_property(eigen Eigen3::Eigen INTERFACE_INCLUDE_DIRECTORIES)
  set(include ${PROJECT_SOURCE_DIR}/cpp/include)
  set(folder ${CMAKE_CURRENT_BINARY_DIR}/webassembly)
  get_filename_component(place ${file} DIRECTORY)
  file(MAKE_DIRECTORY ${folder} ${place})
  set(target -target wasm32-wasi)
  # no fused multiply-add: the bits of the baseline of x86-64
  set(flags ${target} -std=c++20 -DNDEBUG -g0 -msimd128 -ffp-contract=off -I ${include} -I ${PROJECT_SOURCE_DIR}/cpp/src
    -isystem ${eigen})
  # containers of many types compile to the same functions
  list(APPEND flags -Xclang -fmerge-functions)
  # the linker takes the first of several copies of a function: objects with loops come first
  set(fast ${ARGN})
  list(FILTER fast INCLUDE REGEX "(baseline|lab_arm|verification).cpp$")
  set(sources ${fast} ${ARGN})
  list(REMOVE_DUPLICATES sources)
  set(objects)
  foreach(source IN LISTS sources)
    # zig takes -Oz for -Os, unless -Xclang passes it
    set(speed -Os -Xclang -Oz)
    if(source IN_LIST fast)
      # inline the equations of a link, as in kernel_flags.cmake, and products of 4x4 matrices. a lower threshold for
      # extended precision halves the code and costs 5 % of its time
      set(inlined 1000)
      if(source MATCHES "verification")
        set(inlined 60)
      endif()
      set(speed -O3 -Xclang -mllvm -Xclang -inline-threshold=${inlined})
    endif()
    string(REPLACE / _ object ${source})
    set(object ${folder}/${object}.o)
    add_custom_command(OUTPUT ${object}
      COMMAND ${EQUIDYN_ZIG} c++ ${flags} ${speed} -MD -MF ${object}.d -c ${PROJECT_SOURCE_DIR}/${source} -o ${object}
      DEPENDS ${PROJECT_SOURCE_DIR}/${source}
      DEPFILE ${object}.d
      JOB_POOL compilers
      COMMENT "Building WebAssembly object of ${source}"
      VERBATIM)
    list(APPEND objects ${object})
  endforeach()

  # export only functions that the header declares
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${include}/equidyn/interface/lab.h)
  file(STRINGS ${include}/equidyn/interface/lab.h declared REGEX "equidyn_[a-z_]+\\(")
  list(TRANSFORM declared REPLACE "^.*(equidyn_[a-z_]+)\\(.*$" "-Wl,--export=\\1")
  list(REMOVE_DUPLICATES declared)
  file(CONFIGURE OUTPUT ${folder}/sources CONTENT ${digest})
  add_custom_command(OUTPUT ${file}
    COMMAND ${EQUIDYN_ZIG} c++ ${target} -mexec-model=reactor -O3 -g0 -Wl,-s -Wl,-z,stack-size=1048576
      -Wl,--export=__stack_pointer ${declared} ${objects}
      -o ${file}
    COMMAND ${CMAKE_COMMAND} -E copy ${folder}/sources ${file}.sources
    DEPENDS ${objects} ${folder}/sources
    COMMENT "Linking ${file}"
    VERBATIM)
  add_custom_target(lab_module ALL DEPENDS ${file})
endfunction()
