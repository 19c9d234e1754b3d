# Installs the library for programs that show their arrays alone, builds the example with it, and runs it without a window.
# Requires BUILD, SOURCE (the tree), WORK, COMPILER (for C++), GENERATOR.

include(${CMAKE_CURRENT_LIST_DIR}/run.cmake)

file(REMOVE_RECURSE ${WORK})
run("installing" ${CMAKE_COMMAND} --install ${BUILD} --prefix ${WORK}/prefix --component inspect)
run("configuring" ${CMAKE_COMMAND} -G ${GENERATOR} -S ${SOURCE}/examples/live_arrays -B ${WORK}/build
    -D CMAKE_PREFIX_PATH=${WORK}/prefix -D CMAKE_CXX_COMPILER=${COMPILER} -D CMAKE_CXX_EXTENSIONS=OFF
    "-D CMAKE_CXX_FLAGS=-O1 -Wall -Wextra -Wconversion -Wshadow -pedantic -Werror")
run("building" ${CMAKE_COMMAND} --build ${WORK}/build)
run("running" ${CMAKE_COMMAND} -E env TEXELSCOPE_INSPECT=${WORK}/nobody ${WORK}/build/waves 0.2)
if(NOT output MATCHES "steps a second")
  message(FATAL_ERROR "the example does not run to its end:\n${output}")
endif()
