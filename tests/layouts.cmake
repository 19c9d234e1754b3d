# Random chains of layout operations through the program, against NumPy: a share of what tools/check_layouts.py does.
# After numpy.cmake, which finds the Python.

if(NOT TEXELSCOPE_NUMPY_PYTHON)
  texelscope_skipped_tests("the build found no Python that has NumPy: install python3-numpy, and build again"
                           Layouts.AgreeWithNumPyOnRandomChains)
elseif(TEXELSCOPE_APP)
  add_test(NAME Layouts.AgreeWithNumPyOnRandomChains
           COMMAND ${TEXELSCOPE_NUMPY_PYTHON} -B ${CMAKE_SOURCE_DIR}/tools/check_layouts.py $<TARGET_FILE:texelscope>
                   --cases 2000 --seed 3)
  set_tests_properties(Layouts.AgreeWithNumPyOnRandomChains PROPERTIES TIMEOUT 120)
endif()
