# The laboratory in a page: the core as a module of WebAssembly, by a compiler that is a package of Python's index.
#
# Of one release of it, the same bytes come out on every machine: no path, no date and no clock is in them.

# what its package starts it by, or its own program
find_program(EQUIDYN_ZIG NAMES python-zig zig)
mark_as_advanced(EQUIDYN_ZIG)
set(release none)
if(EQUIDYN_ZIG)
  execute_process(COMMAND ${EQUIDYN_ZIG} version OUTPUT_VARIABLE release OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
endif()
if(NOT release STREQUAL zig)
  message(FATAL_ERROR "EQUIDYN_LAB: expected zig ${zig}, got ${release}: pip install ziglang==${zig}")
endif()

# add_lab_module(FILE DIGEST SOURCES...): the module FILE, made of these sources, beside the digest of all
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
  # containers of many types have the same text
  list(APPEND flags -Xclang -fmerge-functions)
  # of a function in several objects the linker takes the first one: those of loops come first
  set(fast ${ARGN})
  list(FILTER fast INCLUDE REGEX "(baseline|lab_arm|verification).cpp$")
  set(sources ${fast} ${ARGN})
  list(REMOVE_DUPLICATES sources)
  set(objects)
  foreach(source IN LISTS sources)
    # -Oz alone is -Os to this compiler
    set(speed -Os -Xclang -Oz)
    if(source IN_LIST fast)
      # the equations of a link are inlined, as by every clang (kernel_flags.cmake), and products of 4x4 matrices;
      # numbers of twice the digits lose 5 % of their time, and half of their text
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

  # what the header declares, and nothing else
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
