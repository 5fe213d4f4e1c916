# Makes every package unavailable to a project, except Threads: an attempt to find or fetch one is an error. Used as
# CMAKE_PROJECT_INCLUDE.
macro(find_package package)
  if(NOT "${package}" STREQUAL "Threads")
    message(FATAL_ERROR "find_package(${package}): only Threads may be looked for")
  endif()
  _find_package(${ARGV})
endmacro()

# Modules in this folder take the place of CMake's own.
foreach(module FetchContent ExternalProject)
  file(WRITE ${CMAKE_BINARY_DIR}/no_packages/${module}.cmake "message(FATAL_ERROR \"${module}: nothing may be fetched\")\n")
endforeach()
list(PREPEND CMAKE_MODULE_PATH ${CMAKE_BINARY_DIR}/no_packages)
