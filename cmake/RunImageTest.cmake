# One image test: runs the command after "--", if any, in an empty folder, and compares its output.
# Requires NAME, PROGRAM, EXPECTED, OUTPUT, WORK, OPTIONS of the comparison; UPDATES, or TEXELSCOPE_UPDATE_IMAGES in the environment,
# replaces the expected images of failing pairs.

# A list would lose empty arguments and split those that contain a semicolon, so the words of the command stay in their
# variables.
set(command "")
set(command_line "")
set(is_command FALSE)
math(EXPR last "${CMAKE_ARGC} - 1")
foreach(i RANGE ${last})
  if(is_command)
    string(APPEND command " \"\${CMAKE_ARGV${i}}\"")
    if("${CMAKE_ARGV${i}}" MATCHES "^[-+=:,./_%@0-9A-Za-z]+$")
      string(APPEND command_line " ${CMAKE_ARGV${i}}")
    else()
      # Quoted for a shell.
      string(REPLACE "'" "'\\''" word "${CMAKE_ARGV${i}}")
      string(APPEND command_line " '${word}'")
    endif()
  elseif(CMAKE_ARGV${i} STREQUAL "--")
    set(is_command TRUE)
  endif()
endforeach()

if(NOT "$ENV{TEXELSCOPE_UPDATE_IMAGES}" MATCHES "^0?$")
  set(UPDATES TRUE)
endif()

file(MAKE_DIRECTORY ${WORK})
if(NOT UPDATES)
  # Those of an earlier run must not be mistaken for those of this run, even if the command fails.
  file(REMOVE_RECURSE ${WORK}/report ${WORK}/junit.xml)
endif()
if(command)
  # The output of an earlier run must not be mistaken for the output of this run.
  file(REMOVE_RECURSE ${WORK}/actual)
  file(MAKE_DIRECTORY ${WORK}/actual)
  cmake_language(EVAL CODE "execute_process(COMMAND ${command} WORKING_DIRECTORY \${WORK}/actual RESULT_VARIABLE code)")
  if(NOT code EQUAL 0)
    message(FATAL_ERROR "the command that creates the images exited with '${code}':${command_line}")
  endif()
endif()
if(NOT EXISTS ${OUTPUT})
  if(command)
    message(FATAL_ERROR "${OUTPUT} does not exist; the command did not write it:${command_line}")
  endif()
  message(FATAL_ERROR "${OUTPUT} does not exist; correct OUTPUT, or pass a COMMAND that creates it")
endif()

if(UPDATES)
  cmake_path(GET EXPECTED EXTENSION LAST_ONLY expected_ending)
  cmake_path(GET OUTPUT EXTENSION LAST_ONLY output_ending)
  if(NOT IS_DIRECTORY ${OUTPUT} AND NOT expected_ending STREQUAL output_ending)
    message(FATAL_ERROR "cannot replace ${EXPECTED} with ${OUTPUT}: use the same extension for both")
  endif()
  if(IS_DIRECTORY ${OUTPUT})
    file(MAKE_DIRECTORY ${EXPECTED})
  endif()
  execute_process(COMMAND ${PROGRAM} compare ${EXPECTED} ${OUTPUT} ${OPTIONS} --update --failed RESULT_VARIABLE code)
  if(NOT code EQUAL 0)
    message(FATAL_ERROR "${PROGRAM} could not replace ${EXPECTED} with ${OUTPUT}: it exited with ${code}")
  endif()
  return()
endif()

# The first run also writes a report of the new images.
set(against ${EXPECTED})
if(NOT EXISTS ${EXPECTED} AND IS_DIRECTORY ${OUTPUT})
  set(against ${WORK}/nothing_expected)
  file(MAKE_DIRECTORY ${against})
endif()
execute_process(COMMAND ${PROGRAM} compare ${against} ${OUTPUT} --report ${WORK}/report --junit ${WORK}/junit.xml --ctest --test ${NAME} ${OPTIONS}
                RESULT_VARIABLE code)
if(code EQUAL 1 AND NOT EXISTS ${EXPECTED})
  message(FATAL_ERROR "${EXPECTED} does not exist yet; view ${WORK}/report/index.html, and build the target update_images to accept "
                      "the images of ${OUTPUT}")
endif()
if(code EQUAL 1)
  message(FATAL_ERROR "the images of ${OUTPUT} differ from those of ${EXPECTED}; view ${WORK}/report/index.html, and build the "
                      "target update_images to accept them")
elseif(NOT code EQUAL 0)
  message(FATAL_ERROR "${PROGRAM} could not compare ${OUTPUT} with ${EXPECTED}: it exited with ${code}")
endif()
