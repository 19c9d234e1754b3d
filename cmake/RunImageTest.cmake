# One test of images: runs the command behind "--" in an empty folder, where there is one, and compares what it wrote.
# Needs PROGRAM, EXPECTED, OUTPUT, WORK, OPTIONS of the comparison; UPDATES, or TEXELSCOPE_UPDATE_IMAGES in the environment, takes
# the images that fail for the expected ones.

# A list would lose empty arguments and split those with a semicolon: the words of the command stay in their variables.
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
      # As a shell takes it.
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
if(command)
  # What an earlier run left must not pass for what this one made.
  file(REMOVE_RECURSE ${WORK}/actual)
  file(MAKE_DIRECTORY ${WORK}/actual)
  cmake_language(EVAL CODE "execute_process(COMMAND ${command} WORKING_DIRECTORY \${WORK}/actual RESULT_VARIABLE code)")
  if(NOT code EQUAL 0)
    message(FATAL_ERROR "the command that makes the images ended with '${code}':${command_line}")
  endif()
endif()
if(NOT EXISTS ${OUTPUT})
  if(command)
    message(FATAL_ERROR "there is no ${OUTPUT}: the command did not write it:${command_line}")
  endif()
  message(FATAL_ERROR "there is no ${OUTPUT}: correct OUTPUT, or give a COMMAND that makes it")
endif()

if(UPDATES)
  cmake_path(GET EXPECTED EXTENSION LAST_ONLY expected_ending)
  cmake_path(GET OUTPUT EXTENSION LAST_ONLY output_ending)
  if(NOT IS_DIRECTORY ${OUTPUT} AND NOT expected_ending STREQUAL output_ending)
    message(FATAL_ERROR "cannot take ${OUTPUT} for ${EXPECTED}: give both the same ending")
  endif()
  if(IS_DIRECTORY ${OUTPUT})
    file(MAKE_DIRECTORY ${EXPECTED})
  endif()
  execute_process(COMMAND ${PROGRAM} compare ${EXPECTED} ${OUTPUT} ${OPTIONS} --update --failed RESULT_VARIABLE code)
  if(NOT code EQUAL 0)
    message(FATAL_ERROR "${PROGRAM} could not take ${OUTPUT} for ${EXPECTED}: it ended with ${code}")
  endif()
  return()
endif()

# The first time there is a report of what was made, too.
set(against ${EXPECTED})
if(NOT EXISTS ${EXPECTED} AND IS_DIRECTORY ${OUTPUT})
  set(against ${WORK}/nothing_expected)
  file(MAKE_DIRECTORY ${against})
endif()
execute_process(COMMAND ${PROGRAM} compare ${against} ${OUTPUT} --report ${WORK}/report --junit ${WORK}/junit.xml --ctest ${OPTIONS}
                RESULT_VARIABLE code)
if(code EQUAL 1 AND NOT EXISTS ${EXPECTED})
  message(FATAL_ERROR "there is no ${EXPECTED} yet: look at ${WORK}/report/index.html, and build the target update_images to accept "
                      "the images of ${OUTPUT}")
endif()
if(code EQUAL 1)
  message(FATAL_ERROR "the images of ${OUTPUT} are not those of ${EXPECTED}: look at ${WORK}/report/index.html, and build the "
                      "target update_images to accept them")
elseif(NOT code EQUAL 0)
  message(FATAL_ERROR "${PROGRAM} could not compare ${OUTPUT} with ${EXPECTED}: it ended with ${code}")
endif()
