# The module of the laboratory in a page, ready-made: source distributions bring it, and others build it once.

set(lab_module ${PROJECT_SOURCE_DIR}/cpp/lab_module/equidyn.wasm)

# beside it lies the digest of what it was made of: where that is not what it is now, the module is stale
file(STRINGS ${PROJECT_SOURCE_DIR}/pyproject.toml zig REGEX "ziglang==")
string(REGEX REPLACE ".*ziglang==([0-9.]+).*" "\\1" zig "${zig}")
set(sources)
foreach(folder IN ITEMS include src)
  file(GLOB_RECURSE found ${PROJECT_SOURCE_DIR}/cpp/${folder}/*.h ${PROJECT_SOURCE_DIR}/cpp/${folder}/*.?pp)
  list(APPEND sources ${found})
endforeach()
set(digest_of_sources ${zig})
foreach(source IN LISTS sources ITEMS ${PROJECT_SOURCE_DIR}/cmake/webassembly.cmake)
  file(SHA256 ${source} digest)
  string(APPEND digest_of_sources ${digest})
endforeach()
string(SHA256 digest_of_sources ${digest_of_sources})

set(has_lab_module OFF)
if(EXISTS ${lab_module}.sources)
  file(READ ${lab_module}.sources recorded)
  if(recorded STREQUAL digest_of_sources)
    set(has_lab_module ON)
  elseif(NOT EQUIDYN_LAB)
    message(WARNING "cpp/lab_module: left out, as it was made of other sources; EQUIDYN_LAB=ON builds it anew")
  endif()
endif()
