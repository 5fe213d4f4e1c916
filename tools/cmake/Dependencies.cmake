# Third-party packages: use the installed package if there is one, otherwise fetch and build it. Packages without CMake files
# are found by their header.
include(FetchContent)

# The packages to fetch if they are not installed. Commits are given as full ids, because a tag or branch could move. Clones are
# not shallow, because a shallow clone cannot check out an arbitrary id.
set(NAVSPAN_FETCHED
  # target          repository                                           commit                                    version
  nlohmann_json     https://github.com/nlohmann/json                     bc889afb4c5bf1c0d8ee29ef35eaaf4c8bef8a5d  # v3.11.2
  tinyobjloader     https://github.com/tinyobjloader/tinyobjloader       f48bd0bfb9b00ed1f5b13dbcdbd7909ca8bd49b5  # v2.0.0rc10
  stb               https://github.com/nothings/stb                      8b5f1f37b5b75829fc72d38e7b5d4bcbf8a26d55  # as Debian 12
  CLI11             https://github.com/CLIUtils/CLI11                    70f8072f9dd2292fd0b9f9e5f58e279f60483ed3  # v2.1.2
  googletest        https://github.com/google/googletest                 58d77fa8070e8cec2dc1ed015d66b454c8d78850  # release-1.12.1
)

function(navspan_declare name)
  list(FIND NAVSPAN_FETCHED ${name} row)
  math(EXPR url "${row} + 1")
  math(EXPR commit "${row} + 2")
  list(GET NAVSPAN_FETCHED ${url} ${commit} found)
  list(POP_FRONT found url commit)
  message(STATUS "${name} not found: fetching ${commit} from ${url}")
  FetchContent_Declare(${name} GIT_REPOSITORY ${url} GIT_TAG ${commit} GIT_SHALLOW OFF)
endfunction()

# Fetches a package and adds its CMake targets.
macro(navspan_fetch name)
  navspan_declare(${name})
  FetchContent_MakeAvailable(${name})
endmacro()

# Fetches a package of which only the headers are used.
macro(navspan_fetch_headers name)
  navspan_declare(${name})
  FetchContent_GetProperties(${name})
  if(NOT ${name}_POPULATED)
    FetchContent_Populate(${name})
  endif()
endmacro()

# Packages of the library: JSON, OBJ, PNG.
find_package(nlohmann_json QUIET)
if(NOT nlohmann_json_FOUND)
  navspan_fetch(nlohmann_json)
endif()

add_library(navspan_headers INTERFACE)
find_path(TINYOBJ_INCLUDE_DIR tiny_obj_loader.h)
if(NOT TINYOBJ_INCLUDE_DIR)
  navspan_fetch_headers(tinyobjloader)
  set(TINYOBJ_INCLUDE_DIR ${tinyobjloader_SOURCE_DIR})
endif()
find_path(STB_INCLUDE_DIR stb/stb_image_write.h)
if(NOT STB_INCLUDE_DIR)
  # vcpkg and the stb repository do not put the headers into a folder named stb.
  find_path(STB_HEADER_DIR stb_image_write.h)
  if(NOT STB_HEADER_DIR)
    navspan_fetch_headers(stb)
    set(STB_HEADER_DIR ${stb_SOURCE_DIR})
  endif()
  file(GLOB stb_headers ${STB_HEADER_DIR}/stb_*.h)
  file(COPY ${stb_headers} DESTINATION ${PROJECT_BINARY_DIR}/stb_include/stb)
  set(STB_INCLUDE_DIR ${PROJECT_BINARY_DIR}/stb_include)
endif()
target_include_directories(navspan_headers SYSTEM INTERFACE ${TINYOBJ_INCLUDE_DIR} ${STB_INCLUDE_DIR})

# Package of the programs: the command line.
if(NAVSPAN_BUILD_TOOLS)
  find_package(CLI11 QUIET)
  if(NOT CLI11_FOUND)
    navspan_fetch(CLI11)
  endif()
endif()

if(NAVSPAN_BUILD_TESTS)
  find_package(GTest QUIET)
  if(NOT GTest_FOUND)
    navspan_fetch(googletest)
    foreach(library gtest gtest_main)
      if(NOT TARGET GTest::${library})
        add_library(GTest::${library} ALIAS ${library})
      endif()
    endforeach()
  endif()
endif()
