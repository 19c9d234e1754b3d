# Installs the texture unit alone, builds the example in C with it, as a project without C++, and compares its picture. Requires
# BUILD, SOURCE (the tree), WORK, COMPILER (for C), GENERATOR, PYTHON.

include(${CMAKE_CURRENT_LIST_DIR}/run.cmake)

file(REMOVE_RECURSE ${WORK})
run("installing" ${CMAKE_COMMAND} --install ${BUILD} --prefix ${WORK}/prefix --component texture_unit)
set(configure ${CMAKE_COMMAND} -G ${GENERATOR} -D CMAKE_PREFIX_PATH=${WORK}/prefix -D CMAKE_C_COMPILER=${COMPILER})
run("configuring" ${configure} -S ${SOURCE}/examples/texture_unit_c -B ${WORK}/build -D CMAKE_C_STANDARD=99
    "-D CMAKE_C_FLAGS=-Wall -Wextra -Wconversion -pedantic -Werror")
run("building" ${CMAKE_COMMAND} --build ${WORK}/build)
run("comparing the picture" ${PYTHON} -B ${SOURCE}/tests/examples/example_test.py ${SOURCE}/examples/texture_unit_c cpu
    -- ${WORK}/build/magnify_in_c)
run("explaining" ${WORK}/build/magnify_in_c ${WORK}/picture.ppm)
if(NOT output MATCHES "^coordinate: x: 0.3 .*weight 69/256.*result: 0.645456612")
  message(FATAL_ERROR "the example does not explain its fetch:\n${output}")
endif()

# Another component is not there, and the message says which.
file(WRITE ${WORK}/other/CMakeLists.txt "cmake_minimum_required(VERSION 3.25)
project(other LANGUAGES C)
find_package(texelscope REQUIRED COMPONENTS gpu)
")
execute_process(COMMAND ${configure} -S ${WORK}/other -B ${WORK}/other/build RESULT_VARIABLE code OUTPUT_QUIET ERROR_VARIABLE error)
if(code EQUAL 0 OR NOT error MATCHES "the component gpu is not +installed")
  message(FATAL_ERROR "a component that is not installed is found, or not named:\n${error}")
endif()
