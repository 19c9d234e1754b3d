# Installs the build to a folder of its own, then configures, builds and runs the project beside this file with it.
# Needs BUILD, SOURCE, WORK, COMPILER, GENERATOR.

function(run what)
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE code OUTPUT_VARIABLE output ERROR_VARIABLE output)
  if(NOT code EQUAL 0)
    message(FATAL_ERROR "${what} failed:\n${output}")
  endif()
  set(output "${output}" PARENT_SCOPE)
endfunction()

file(REMOVE_RECURSE ${WORK})
run("installing" ${CMAKE_COMMAND} --install ${BUILD} --prefix ${WORK}/prefix --component gpu)
run("configuring" ${CMAKE_COMMAND} -S ${SOURCE} -B ${WORK}/build -G ${GENERATOR} -D CMAKE_BUILD_TYPE=Release
    -D CMAKE_PREFIX_PATH=${WORK}/prefix -D CMAKE_CXX_COMPILER=${COMPILER})
run("building" ${CMAKE_COMMAND} --build ${WORK}/build)
run("running" ${WORK}/build/user)
message(STATUS "${output}")
