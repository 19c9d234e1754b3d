# Random chains of layout operations through the program, against NumPy: a share of what tools/check_layouts.py does.
# After numpy.cmake, which finds the Python.

if(TEXELSCOPE_APP AND TEXELSCOPE_NUMPY_PYTHON)
  foreach(seed RANGE 1 4)
    set(name Layouts.AgreeWithNumPyOnRandomChains.Seed${seed})
    add_test(NAME ${name} COMMAND ${TEXELSCOPE_NUMPY_PYTHON} -B ${CMAKE_SOURCE_DIR}/tools/check_layouts.py
                                  $<TARGET_FILE:texelscope> --cases 4000 --seed ${seed})
    set_tests_properties(${name} PROPERTIES TIMEOUT 120)
  endforeach()
endif()
