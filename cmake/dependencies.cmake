# Search order: packages of the system, wheels of the active Python or of pip's build environment.

find_package(Python 3.10 REQUIRED COMPONENTS Interpreter Development.Module)
# the Eigen wheel keeps its CMake package below <site-packages>/cmeel.prefix
set(site_packages ${Python_SITEARCH} ${CMAKE_PREFIX_PATH})
list(TRANSFORM site_packages APPEND /cmeel.prefix OUTPUT_VARIABLE eigen_wheel)
list(TRANSFORM site_packages APPEND /pybind11 OUTPUT_VARIABLE pybind11_wheel)
set(PYBIND11_FINDPYTHON ON)
find_package(Eigen3 3.4 CONFIG REQUIRED PATHS ${eigen_wheel})
find_package(pybind11 3.0 CONFIG REQUIRED PATHS ${pybind11_wheel})
find_package(Threads REQUIRED)
