# Random chains of layout operations through the program, against NumPy: a share of what tools/check_layouts.py does.
# After numpy.cmake, which finds the Python.

if(TEXELSCOPE_APP AND TEXELSCOPE_NUMPY_PYTHON)
  add_test(NAME Layouts.AgreeWithNumPyOnRandomChains
           COMMAND ${TEXELSCOPE_NUMPY_PYTHON} -B ${CMAKE_SOURCE_DIR}/tools/check_layouts.py $<TARGET_FILE:texelscope>
                   --cases 2000 --seed 3)
  set_tests_properties(Layouts.AgreeWithNumPyOnRandomChains PROPERTIES TIMEOUT 120)
endif()
