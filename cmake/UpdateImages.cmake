# Runs PROGRAM, whose tests take the images that fail for the expected ones. A test that fails for another reason does not
# keep the others from that.
execute_process(COMMAND ${CMAKE_COMMAND} -E env TEXELSCOPE_UPDATE_IMAGES=1 ${PROGRAM} OUTPUT_VARIABLE output ERROR_VARIABLE output
                RESULT_VARIABLE code)
string(REGEX MATCHALL "texelscope: wrote [^\n]*" lines "${output}")
foreach(line IN LISTS lines)
  message(STATUS "${line}")
endforeach()
if(NOT code EQUAL 0)
  message(FATAL_ERROR "${PROGRAM} ended with ${code}, and not for its images:\n${output}")
endif()
