# Runs each example on every device and compares its image; examples/CMakeLists.txt finds those that can be built here.
find_package(Python3 COMPONENTS Interpreter REQUIRED)

# Each example is a separate project that finds the installed library, and the tests run the program built that way. With
# sanitizers, the library is not installed, and the tests run the examples of this build.
set(own_examples ${CMAKE_CURRENT_BINARY_DIR}/examples/own)
if(TEXELSCOPE_SANITIZE)
  texelscope_skipped_tests("other projects cannot use a library that is built with sanitizers" Examples.AreProjectsOfTheirOwn)
else()
  set(built "")
  foreach(folder IN LISTS TEXELSCOPE_EXAMPLES)
    if(TEXELSCOPE_EXAMPLE_${folder})
      list(APPEND built ${folder})
    endif()
  endforeach()
  set(other_compiler "")
  if(CMAKE_CXX_COMPILER_ID STREQUAL GNU)
    find_program(TEXELSCOPE_OTHER_COMPILER NAMES clang++-19 clang++-18 clang++-17 clang++-16)
    set(other_compiler $<$<BOOL:${TEXELSCOPE_OTHER_COMPILER}>:${TEXELSCOPE_OTHER_COMPILER}>)
  endif()
  add_test(NAME Examples.AreProjectsOfTheirOwn
           COMMAND ${CMAKE_COMMAND} -D BUILD=${CMAKE_BINARY_DIR} -D SOURCE=${CMAKE_SOURCE_DIR} -D WORK=${CMAKE_CURRENT_BINARY_DIR}/examples
                   -D COMPILER=${CMAKE_CXX_COMPILER} -D OTHER_COMPILER=${other_compiler} -D GENERATOR=${CMAKE_GENERATOR}
                   "-D EXAMPLES=${built}" -D PYTHON=${Python3_EXECUTABLE} -D EXAMPLE_PYTHON=${TEXELSCOPE_EXAMPLE_PYTHON}
                   -P ${CMAKE_CURRENT_SOURCE_DIR}/examples/check_projects.cmake)
  set_tests_properties(Examples.AreProjectsOfTheirOwn PROPERTIES FIXTURES_SETUP examples RESOURCE_LOCK install TIMEOUT 600)
endif()

# texelscope_find_example(VARIABLE FOLDER): the folder of a built example, as a generator expression.
function(texelscope_find_example variable folder)
  set(${variable} ${own_examples}/all/${folder} PARENT_SCOPE)
  if(TEXELSCOPE_SANITIZE)
    set(${variable} $<TARGET_FILE_DIR:${TEXELSCOPE_EXAMPLE_${folder}}> PARENT_SCOPE)
  elseif(folder STREQUAL cmake_project)
    set(${variable} ${own_examples}/${folder} PARENT_SCOPE)
  endif()
endfunction()

# texelscope_test_example(NAME FOLDER [FRAMES n] [COMMAND words…]): FRAMES is for examples that open a window.
function(texelscope_test_example name folder)
  cmake_parse_arguments(PARSE_ARGV 2 example "" "FRAMES" "COMMAND")
  foreach(device cpu cuda)
    set(test Examples.${name}_${device})
    if(NOT TEXELSCOPE_EXAMPLE_${folder})
      texelscope_skipped_tests("${TEXELSCOPE_NO_EXAMPLE_${folder}}" ${test})
      continue()
    endif()
    if(device STREQUAL cuda AND NOT TEXELSCOPE_WITH_CUDA)
      texelscope_skipped_tests("the build has no nvcc" ${test})
      continue()
    endif()
    set(command ${example_COMMAND})
    if(NOT command)
      texelscope_find_example(built ${folder})
      set(command ${built}/$<TARGET_FILE_NAME:${TEXELSCOPE_EXAMPLE_${folder}}>)
    endif()
    set(options "")
    if(example_FRAMES)
      set(options --display --frames ${example_FRAMES})
    endif()
    add_test(NAME ${test} COMMAND ${Python3_EXECUTABLE} -B ${CMAKE_CURRENT_SOURCE_DIR}/examples/example_test.py
                                  ${CMAKE_SOURCE_DIR}/examples/${folder} ${device} ${options} -- ${command})
    set_tests_properties(${test} PROPERTIES SKIP_RETURN_CODE 77 TIMEOUT 180 FIXTURES_REQUIRED examples
      ENVIRONMENT "LSAN_OPTIONS=suppressions=${CMAKE_CURRENT_SOURCE_DIR}/examples/leaks_of_others.txt")
  endforeach()
endfunction()

texelscope_test_example(CMakeProject cmake_project)
texelscope_test_example(RecordedKernels recorded_kernels)
texelscope_test_example(EGL egl)
texelscope_test_example(GLFW glfw FRAMES 3)
texelscope_test_example(SDL2 sdl2 FRAMES 3)
texelscope_test_example(Qt6 qt6 FRAMES 3)
texelscope_test_example(Vulkan vulkan)
texelscope_test_example(CUDARuntime cuda_runtime)
texelscope_find_example(extension pytorch)
texelscope_test_example(PyTorch pytorch COMMAND ${CMAKE_COMMAND} -E env --modify PYTHONPATH=path_list_prepend:${extension}
                        ${TEXELSCOPE_EXAMPLE_PYTHON} -B ${CMAKE_SOURCE_DIR}/examples/pytorch/main.py)
# The example's extension accepts tensors of every library that supports DLPack, so it also runs without PyTorch.
if(TEXELSCOPE_EXAMPLE_pytorch)
  add_test(NAME Examples.ExtensionTakesTensorsOfNumPy
           COMMAND ${CMAKE_COMMAND} -E env --modify PYTHONPATH=path_list_prepend:${extension}
                   ${TEXELSCOPE_EXAMPLE_PYTHON} -B ${CMAKE_CURRENT_SOURCE_DIR}/examples/extension_test.py)
  set_tests_properties(Examples.ExtensionTakesTensorsOfNumPy PROPERTIES SKIP_RETURN_CODE 77 FIXTURES_REQUIRED examples)
else()
  texelscope_skipped_tests("${TEXELSCOPE_NO_EXAMPLE_pytorch}" Examples.ExtensionTakesTensorsOfNumPy)
endif()

# Follows the page about image tests. Skipped with sanitizers, which a user's project would also have to enable.
if(TEXELSCOPE_SANITIZE OR NOT TARGET texelscope_compare_program)
  texelscope_skipped_tests("other projects cannot use a library that is built with sanitizers" Examples.RecipeOfImageTestsGoesFromRedToGreen)
else()
  add_test(NAME Examples.RecipeOfImageTestsGoesFromRedToGreen
           COMMAND ${Python3_EXECUTABLE} -B ${CMAKE_CURRENT_SOURCE_DIR}/examples/image_tests_test.py ${CMAKE_COMMAND} ${CMAKE_BINARY_DIR}
                   ${CMAKE_CXX_COMPILER} ${CMAKE_CURRENT_BINARY_DIR}/image_tests $<$<TARGET_EXISTS:texelscope_compare_python>:${TEXELSCOPE_PYTHON}>
           COMMAND_EXPAND_LISTS)
  set_tests_properties(Examples.RecipeOfImageTestsGoesFromRedToGreen PROPERTIES RESOURCE_LOCK install TIMEOUT 300)
endif()

# Checks that the code in the library's guide is copied from the examples.
add_test(NAME Guide.CodeOfTheLibraryIsThatOfExamples
         COMMAND ${Python3_EXECUTABLE} -B ${CMAKE_CURRENT_SOURCE_DIR}/tools/library_guide_test.py)
