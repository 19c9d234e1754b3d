# Arrays of a program that gdb has stopped. Its variables must have addresses, and debug information.
add_executable(texelscope_gdb_arrays gdb/arrays.cpp)
target_link_libraries(texelscope_gdb_arrays PRIVATE texelscope_compile)
target_compile_options(texelscope_gdb_arrays PRIVATE -O0 -g)
# In this file, variables are for gdb alone.
target_compile_options(texelscope_gdb_arrays PRIVATE -w)
find_path(TEXELSCOPE_EIGEN Eigen/Core PATH_SUFFIXES eigen3)
if(TEXELSCOPE_EIGEN)
  target_include_directories(texelscope_gdb_arrays SYSTEM PRIVATE ${TEXELSCOPE_EIGEN})
endif()
if(TEXELSCOPE_SANITIZE)
  texelscope_skipped_tests("this build has sanitizers, whose runtime does not start under gdb" GDB.ShowsArraysOfStoppedPrograms)
else()
  add_test(NAME GDB.ShowsArraysOfStoppedPrograms
           COMMAND python3 -B ${CMAKE_CURRENT_SOURCE_DIR}/gdb/gdb_test.py --program $<TARGET_FILE:texelscope_gdb_arrays>)
  set_tests_properties(GDB.ShowsArraysOfStoppedPrograms PROPERTIES SKIP_RETURN_CODE 77 TIMEOUT 600)
endif()
