# Random chains of layout operations, executed by the program and by NumPy: a part of the cases of tools/check_layouts.py.
# Must follow numpy.cmake, which finds Python.

set(layout_tests)
foreach(seed RANGE 1 4)
  set(name Layouts.AgreeWithNumPyOnRandomChains.Seed${seed})
  list(APPEND layout_tests ${name})
  if(TEXELSCOPE_APP AND TEXELSCOPE_NUMPY_PYTHON)
    add_test(NAME ${name} COMMAND ${TEXELSCOPE_NUMPY_PYTHON} -B ${CMAKE_SOURCE_DIR}/tools/check_layouts.py
                                  $<TARGET_FILE:texelscope> --cases 4000 --seed ${seed})
    set_tests_properties(${name} PROPERTIES TIMEOUT 120)
  endif()
endforeach()
if(NOT TEXELSCOPE_NUMPY_PYTHON)
  texelscope_skipped_tests("the build found no Python that has NumPy: install python3-numpy, and build again" ${layout_tests})
endif()
