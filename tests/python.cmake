# The Python module, against NumPy where that is there.
if(TARGET texelscope_python)
  foreach(name Layout View Torch CuPy Fuzz)
    string(TOLOWER ${name} file)
    add_test(NAME Python.${name}
             COMMAND ${CMAKE_COMMAND} -E env PYTHONPATH=${CMAKE_BINARY_DIR}/python
                     ${TEXELSCOPE_PYTHON} -B ${CMAKE_CURRENT_SOURCE_DIR}/python/${file}_test.py)
    set_tests_properties(Python.${name} PROPERTIES SKIP_RETURN_CODE 77 TIMEOUT 120)
  endforeach()
endif()
