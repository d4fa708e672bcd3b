# equidyn::headers: every formulation as text. equidyn::kernels: the production kernels, compiled, and the headers.
include(CMakeFindDependencyMacro)
find_dependency(Threads)
# of the system, or the wheel beside the installed package
find_dependency(Eigen3 3.4 CONFIG PATHS "${CMAKE_CURRENT_LIST_DIR}/../../cmeel.prefix")
include("${CMAKE_CURRENT_LIST_DIR}/equidynTargets.cmake")
