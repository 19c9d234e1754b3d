# The library for programs that show their arrays, from outside: as a file, and as the package of another project.
set(inspect_tests InspectLibrary.IsSmallAndDependsOnTheRuntimeAlone Package.InspectIsFoundByAProject)
if(TEXELSCOPE_SANITIZE)
  texelscope_skipped_tests("other projects cannot use a library that is built with sanitizers" ${inspect_tests})
  return()
endif()
add_test(NAME InspectLibrary.IsSmallAndDependsOnTheRuntimeAlone
         COMMAND ${python} -B ${CMAKE_CURRENT_SOURCE_DIR}/inspect/library_test.py
                 $<TARGET_FILE:texelscope_inspect> ${CMAKE_C_COMPILER} ${CMAKE_CXX_COMPILER})
add_test(NAME Package.InspectIsFoundByAProject
         COMMAND ${CMAKE_COMMAND} -D BUILD=${CMAKE_BINARY_DIR} -D SOURCE=${CMAKE_SOURCE_DIR}
                 -D WORK=${CMAKE_CURRENT_BINARY_DIR}/inspect -D COMPILER=${CMAKE_CXX_COMPILER} -D GENERATOR=${CMAKE_GENERATOR}
                 -P ${CMAKE_CURRENT_SOURCE_DIR}/package/check_inspect.cmake)
set_tests_properties(Package.InspectIsFoundByAProject PROPERTIES RESOURCE_LOCK install)
