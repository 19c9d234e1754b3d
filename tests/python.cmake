# The Python module, compared with NumPy, if available, and with the program.
set(python_tests Watch Module Layout View Metadata Viewable DLPack Torch StableTorch CuPy Errors Fuzz Sample Scenes Compare Pytest Show Exit Import)
# The comparison alone, which has neither the libraries nor the files of the program.
set(comparison_test ImageRegression.NeedsTheComparisonAlone)
if(TARGET texelscope_compare_python AND NOT TEXELSCOPE_SANITIZE)
  add_test(NAME ${comparison_test}
           COMMAND ${CMAKE_COMMAND} -E env PYTHONPATH=${CMAKE_BINARY_DIR}/python_compare TEXELSCOPE_PYTHON_PACKAGE=texelscope_compare
                   ${TEXELSCOPE_PYTHON} -B ${CMAKE_CURRENT_SOURCE_DIR}/python/pytest_test.py)
  set_tests_properties(${comparison_test} PROPERTIES SKIP_RETURN_CODE 77 TIMEOUT 300)
else()
  texelscope_skipped_tests("pybind11 or the Python headers were not found, or this build has sanitizers: install pybind11-dev and python3-dev" ${comparison_test})
endif()
if(TARGET texelscope_python)
  if(TEXELSCOPE_SANITIZE)
    # The runtime must be loaded before Python and its modules; memory that Python itself never frees is not a leak of this project.
    foreach(library libasan.so libstdc++.so.6)
      execute_process(COMMAND ${CMAKE_CXX_COMPILER} -print-file-name=${library} OUTPUT_VARIABLE path OUTPUT_STRIP_TRAILING_WHITESPACE)
      list(APPEND runtime ${path})
    endforeach()
    list(JOIN runtime ":" runtime)
    set(sanitizer LD_PRELOAD=${runtime} ASAN_OPTIONS=detect_leaks=0)
  endif()
  foreach(name IN LISTS python_tests)
    string(TOLOWER ${name} file)
    add_test(NAME Python.${name}
             COMMAND ${CMAKE_COMMAND} -E env ${sanitizer} PYTHONPATH=${CMAKE_BINARY_DIR}/python TEXELSCOPE_PROGRAM=$<TARGET_FILE:texelscope>
                     TEXELSCOPE_ASSETS=${CMAKE_SOURCE_DIR}/assets TEXELSCOPE_X11_CLIENT=${x11_client}
                     TEXELSCOPE_FAKE_TORCH_CPU=$<TARGET_FILE:texelscope_fake_torch_cpu> TEXELSCOPE_FAKE_TORCH_CUDA=$<TARGET_FILE:texelscope_fake_torch_cuda>
                     ${TEXELSCOPE_PYTHON} -B ${CMAKE_CURRENT_SOURCE_DIR}/python/${file}_test.py)
    set_tests_properties(Python.${name} PROPERTIES SKIP_RETURN_CODE 77 TIMEOUT 300)
  endforeach()
else()
  set(reason "pybind11 or the Python headers were not found: install pybind11-dev and python3-dev, and build again")
  if(TEXELSCOPE_SANITIZE MATCHES thread)
    set(reason "Python does not start with ThreadSanitizer's runtime")
  endif()
  list(TRANSFORM python_tests PREPEND Python.)
  texelscope_skipped_tests("${reason}" ${python_tests})
endif()
