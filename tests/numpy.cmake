# .npy files and image statistics, compared with NumPy.

add_executable(texelscope_npy_tool support/npy_tool.cpp)
target_link_libraries(texelscope_npy_tool PRIVATE texelscope_gpu texelscope_compile fmt::fmt nlohmann_json::nlohmann_json)

# A different Python may come first in PATH; only the system Python has the distribution's NumPy. Without NumPy, the test is skipped.
if(NOT TEXELSCOPE_NUMPY_PYTHON)
  foreach(python python3 /usr/bin/python3)
    execute_process(COMMAND ${python} -c "import numpy" RESULT_VARIABLE result OUTPUT_QUIET ERROR_QUIET)
    if(result EQUAL 0)
      set(TEXELSCOPE_NUMPY_PYTHON ${python} CACHE STRING "A Python that has NumPy")
      break()
    endif()
  endforeach()
endif()
set(python python3)
if(TEXELSCOPE_NUMPY_PYTHON)
  set(python ${TEXELSCOPE_NUMPY_PYTHON})
endif()
add_test(NAME View.NpyFilesAreNumPys
         COMMAND ${python} -B ${CMAKE_CURRENT_SOURCE_DIR}/gpu/view/numpy_test.py $<TARGET_FILE:texelscope_npy_tool>)
set_tests_properties(View.NpyFilesAreNumPys PROPERTIES SKIP_RETURN_CODE 77 TIMEOUT 240)

# The labeled image pairs, and the script that evaluates programs with them. Drawing the pairs takes most of the time, so one test
# leaves them for the other.
set(image_pairs ${CMAKE_CURRENT_BINARY_DIR}/image_pairs)
add_test(NAME Compare.LabeledPairsAreTheSameFromEveryRun
         COMMAND ${python} -B ${CMAKE_CURRENT_SOURCE_DIR}/image_pairs/image_pairs_test.py ${image_pairs})
add_test(NAME Tools.ImagePairsJudgeProgramsByTheirMistakes
         COMMAND ${python} -B ${CMAKE_CURRENT_SOURCE_DIR}/tools/check_image_pairs_test.py)
set_tests_properties(Compare.LabeledPairsAreTheSameFromEveryRun Tools.ImagePairsJudgeProgramsByTheirMistakes
                     PROPERTIES SKIP_RETURN_CODE 77 TIMEOUT 600)
set_tests_properties(Compare.LabeledPairsAreTheSameFromEveryRun PROPERTIES ENVIRONMENT PYTHONHASHSEED=random FIXTURES_SETUP image_pairs)

if(TARGET texelscope)
  add_test(NAME Compare.FiguresAreNumPys
           COMMAND ${python} -B ${CMAKE_CURRENT_SOURCE_DIR}/app/compare/numpy_test.py $<TARGET_FILE:texelscope>)
  set_tests_properties(Compare.FiguresAreNumPys PROPERTIES SKIP_RETURN_CODE 77 TIMEOUT 240)
  add_test(NAME Compare.VisualPresetIsRightAboutEveryLabeledPair
           COMMAND ${python} -B ${CMAKE_SOURCE_DIR}/tools/check_image_pairs.py table --program $<TARGET_FILE:texelscope> --no-peers --no-sibling --pairs ${image_pairs})
  # Exit code 3: no NumPy.
  set_tests_properties(Compare.VisualPresetIsRightAboutEveryLabeledPair PROPERTIES SKIP_RETURN_CODE 3 TIMEOUT 600 FIXTURES_REQUIRED image_pairs)
endif()
