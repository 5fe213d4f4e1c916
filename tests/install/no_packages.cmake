# Turns every attempt of a project to find or fetch a package into an error, except for Threads. Used as
# CMAKE_PROJECT_navspan_INCLUDE.
macro(find_package package)
  if(NOT "${package}" STREQUAL "Threads")
    message(FATAL_ERROR "find_package(${package}): only Threads may be looked for")
  endif()
  _find_package(${ARGV})
endmacro()

# Modules in this folder replace CMake's own modules of the same name.
foreach(module FetchContent ExternalProject)
  file(WRITE ${CMAKE_BINARY_DIR}/no_packages/${module}.cmake "message(FATAL_ERROR \"${module}: nothing may be fetched\")\n")
endforeach()
list(PREPEND CMAKE_MODULE_PATH ${CMAKE_BINARY_DIR}/no_packages)
