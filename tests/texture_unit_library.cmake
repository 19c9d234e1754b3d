# The C library of the texture unit from outside: as a file, and as the package of a project in C.
set(texture_unit_tests TextureUnitLibrary.IsSmallAndDependsOnTheRuntimeAlone Package.TextureUnitIsFoundByAProjectInC)
if(TEXELSCOPE_SANITIZE)
  texelscope_skipped_tests("other projects cannot use a library that is built with sanitizers" ${texture_unit_tests})
  return()
endif()
add_test(NAME TextureUnitLibrary.IsSmallAndDependsOnTheRuntimeAlone
         COMMAND ${python} -B ${CMAKE_CURRENT_SOURCE_DIR}/gpu/texture_unit_library/library_test.py
                 $<TARGET_FILE:texelscope_texture_unit> ${CMAKE_C_COMPILER} ${CMAKE_CXX_COMPILER})
set_tests_properties(TextureUnitLibrary.IsSmallAndDependsOnTheRuntimeAlone PROPERTIES SKIP_RETURN_CODE 77)
add_test(NAME Package.TextureUnitIsFoundByAProjectInC
         COMMAND ${CMAKE_COMMAND} -D BUILD=${CMAKE_BINARY_DIR} -D SOURCE=${CMAKE_SOURCE_DIR}
                 -D WORK=${CMAKE_CURRENT_BINARY_DIR}/texture_unit -D COMPILER=${CMAKE_C_COMPILER} -D GENERATOR=${CMAKE_GENERATOR}
                 -D PYTHON=${Python3_EXECUTABLE} -P ${CMAKE_CURRENT_SOURCE_DIR}/package/check_texture_unit.cmake)
set_tests_properties(Package.TextureUnitIsFoundByAProjectInC PROPERTIES RESOURCE_LOCK install)
