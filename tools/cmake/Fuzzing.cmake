# Flags of a build with libFuzzer. All code gets coverage counters and sanitizers, and keeps its asserts.
if(NOT CMAKE_CXX_COMPILER_ID MATCHES "Clang")
  message(FATAL_ERROR "NAVSPAN_FUZZ needs clang: configure with -DCMAKE_CXX_COMPILER=clang++ in a new build folder")
endif()
set(NAVSPAN_ASSERTS ON)
if(DEFINED ENV{LIB_FUZZING_ENGINE})
  # OSS-Fuzz selects the fuzzing engine and, with CXXFLAGS, the sanitizer.
  set(NAVSPAN_FUZZ_ENGINE $ENV{LIB_FUZZING_ENGINE})
else()
  set(NAVSPAN_FUZZ_ENGINE -fsanitize=fuzzer)
  add_compile_options(-fsanitize=fuzzer-no-link,address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer
                      -gline-tables-only)
  add_link_options(-fsanitize=fuzzer-no-link,address,undefined)
endif()
