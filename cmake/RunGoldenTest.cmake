# One golden test: runs the command behind "--" in an empty folder, where there is one, and compares.
# Needs PROGRAM, EXPECTED, WORK; FOLDER where there is no command; OPTIONS of the comparison.

set(command "")
set(is_command FALSE)
math(EXPR last "${CMAKE_ARGC} - 1")
foreach(i RANGE ${last})
  if(is_command)
    string(REPLACE ";" "\\;" argument "${CMAKE_ARGV${i}}")
    list(APPEND command "${argument}")
  elseif(CMAKE_ARGV${i} STREQUAL "--")
    set(is_command TRUE)
  endif()
endforeach()

file(MAKE_DIRECTORY ${WORK})
if(command)
  set(FOLDER ${WORK}/actual)
  # What an earlier run left must not pass for what this one made.
  file(REMOVE_RECURSE ${FOLDER})
  file(MAKE_DIRECTORY ${FOLDER})
  execute_process(COMMAND ${command} WORKING_DIRECTORY ${FOLDER} RESULT_VARIABLE code)
  if(NOT code EQUAL 0)
    message(FATAL_ERROR "the command that makes the images ended with ${code}: ${command}")
  endif()
endif()
execute_process(COMMAND ${PROGRAM} compare ${EXPECTED} ${FOLDER} --report ${WORK}/report --junit ${WORK}/junit.xml --ctest ${OPTIONS}
                RESULT_VARIABLE code)
if(code EQUAL 1)
  message(FATAL_ERROR "the images of ${FOLDER} are not those of ${EXPECTED}: see ${WORK}/report")
elseif(NOT code EQUAL 0)
  message(FATAL_ERROR "${PROGRAM} could not compare ${FOLDER} with ${EXPECTED}: it ended with ${code}")
endif()
