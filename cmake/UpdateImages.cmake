# Runs PROGRAM, whose tests replace the expected images of failing checks. A test that fails for a different reason does not
# prevent the others from updating.
execute_process(COMMAND ${CMAKE_COMMAND} -E env TEXELSCOPE_UPDATE_IMAGES=1 ${PROGRAM} OUTPUT_VARIABLE output ERROR_VARIABLE output
                RESULT_VARIABLE code)
string(REGEX MATCHALL "texelscope: wrote [^\n]*" lines "${output}")
foreach(line IN LISTS lines)
  message(STATUS "${line}")
endforeach()
if(NOT code EQUAL 0)
  message(FATAL_ERROR "${PROGRAM} exited with ${code}, for a reason other than its images:\n${output}")
endif()
