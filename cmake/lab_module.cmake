# WebAssembly module of the laboratory page: source distributions include it; in a checkout it is built once.

set(lab_module ${PROJECT_SOURCE_DIR}/cpp/lab_module/equidyn.wasm)

# a file beside it has the digest of its sources: if it differs from the current one, the module is stale
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
    message(WARNING "cpp/lab_module: out of date, left out; EQUIDYN_LAB=ON builds it again")
  endif()
endif()
