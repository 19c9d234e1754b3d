# The Python module, against NumPy where that is there, and against the program.
if(TARGET texelscope_python)
  foreach(name Module Layout View Torch CuPy Fuzz Sample Scenes Compare Show)
    string(TOLOWER ${name} file)
    add_test(NAME Python.${name}
             COMMAND ${CMAKE_COMMAND} -E env PYTHONPATH=${CMAKE_BINARY_DIR}/python TEXELSCOPE_PROGRAM=$<TARGET_FILE:texelscope>
                     TEXELSCOPE_ASSETS=${CMAKE_SOURCE_DIR}/assets TEXELSCOPE_X11_CLIENT=${x11_client}
                     ${TEXELSCOPE_PYTHON} -B ${CMAKE_CURRENT_SOURCE_DIR}/python/${file}_test.py)
    set_tests_properties(Python.${name} PROPERTIES SKIP_RETURN_CODE 77 TIMEOUT 300)
  endforeach()
endif()
