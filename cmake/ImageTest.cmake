# Image tests for other projects.
#
#   texelscope_add_image_test(NAME <name> EXPECTED <image or folder>
#                             [COMMAND <program or target> [<argument>…]] [OUTPUT <image or folder>]
#                             [OPTIONS <option of texelscope-compare>…] [LABELS <label>…] [TIMEOUT <seconds>]
#                             [PROGRAM <texelscope-compare or texelscope>])
#
# COMMAND runs in an empty folder and writes OUTPUT there (default: the whole folder). Without COMMAND, OUTPUT must exist
# already. OUTPUT is compared with EXPECTED; the test fails and names the image if an image differs, is missing or
# extra, has a different size or is damaged. If both are images, they must have the same extension.
# ${CMAKE_BINARY_DIR}/images/<name>/ contains actual/, report/ with every pair, and junit.xml.
#
# The target update_image_<name> runs the command again and replaces the expected images of failing pairs; the target
# update_images does so for all image tests, as does the test itself if the environment contains TEXELSCOPE_UPDATE_IMAGES=1.
# Nothing is deleted. compare.json in the folder of the expected images contains rules for them.
#
#   texelscope_image_folders(<target> [EXPECTED <folder>] [ACTUAL <folder>])
#
# sets the folders where EXPECT_IMAGE_NEAR() of texelscope/compare/gtest.h finds the expected images of a test program
# and writes the actual images that fail (default: expected_images next to the CMakeLists.txt, and
# ${CMAKE_BINARY_DIR}/images/<target>). The target update_images runs the program with TEXELSCOPE_UPDATE_IMAGES=1.
#
#   texelscope_report(<name> [EXPECTED <folder>…])
#
# makes one page of all image tests, with the latest result of each: ${CMAKE_BINARY_DIR}/images/<name>/report/index.html, and
# junit.xml beside it. The test <name> runs at the end of each ctest, after all tests with FIXTURES_REQUIRED texelscope_images:
# those of texelscope_add_image_test, and tests named like a target of texelscope_image_folders. The target <name> makes the
# page without ctest. Neither fails if images differ, because their own tests do. The target also lists the images that no test
# used, in the expected folders of texelscope_image_folders and in those of EXPECTED; the target prune_images removes them.

# Sets ${result} to texelscope-compare, or to texelscope, which also has the subcommand compare.
function(texelscope_find_comparison result)
  find_program(TEXELSCOPE_PROGRAM NAMES texelscope-compare texelscope HINTS ${texelscope_PROGRAM_FOLDER}
               DOC "texelscope-compare or texelscope, which compares images")
  if(NOT TEXELSCOPE_PROGRAM)
    message(FATAL_ERROR "texelscope-compare not found; install the component compare, set TEXELSCOPE_PROGRAM, or pass PROGRAM")
  endif()
  set(${result} ${TEXELSCOPE_PROGRAM} PARENT_SCOPE)
endfunction()

# Fails for missing arguments and for unknown words.
macro(texelscope_require_image_arguments function known)
  foreach(argument ${ARGN})
    if(NOT DEFINED image_${argument} OR "${image_${argument}}" STREQUAL "")
      message(FATAL_ERROR "${function} requires ${argument}")
    endif()
  endforeach()
  if(image_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "unknown argument '${image_UNPARSED_ARGUMENTS}' of ${function}; use ${known}")
  endif()
endmacro()

# Sets ${result} to the folder of the image test or report of this name.
function(texelscope_claim_image_folder name result)
  set(work ${CMAKE_BINARY_DIR}/images/${name})
  get_property(works GLOBAL PROPERTY TEXELSCOPE_IMAGE_FOLDERS)
  if(work IN_LIST works)
    message(FATAL_ERROR "two image tests have the name ${name} and would write to the same folder ${work}; use a different NAME for each")
  endif()
  set_property(GLOBAL APPEND PROPERTY TEXELSCOPE_IMAGE_FOLDERS ${work})
  set(${result} ${work} PARENT_SCOPE)
endfunction()

function(texelscope_add_image_test)
  cmake_parse_arguments(PARSE_ARGV 0 image "" "NAME;EXPECTED;OUTPUT;PROGRAM;TIMEOUT" "COMMAND;OPTIONS;LABELS")
  texelscope_require_image_arguments(texelscope_add_image_test "NAME, EXPECTED, COMMAND, OUTPUT, OPTIONS, LABELS, TIMEOUT and PROGRAM"
                                     NAME EXPECTED)
  if(NOT image_COMMAND AND NOT image_OUTPUT)
    message(FATAL_ERROR "image test ${image_NAME}: pass a COMMAND, or an existing OUTPUT")
  endif()
  if(NOT image_PROGRAM)
    texelscope_find_comparison(image_PROGRAM)
  endif()
  get_filename_component(expected ${image_EXPECTED} ABSOLUTE)
  texelscope_claim_image_folder(${image_NAME} work)
  set_property(GLOBAL APPEND PROPERTY TEXELSCOPE_IMAGE_REPORTS ${work}/report)
  if(image_COMMAND)
    get_filename_component(output "${image_OUTPUT}" ABSOLUTE BASE_DIR ${work}/actual)
  else()
    get_filename_component(output ${image_OUTPUT} ABSOLUTE BASE_DIR ${CMAKE_CURRENT_BINARY_DIR})
  endif()

  # A list would lose empty arguments and split those that contain a semicolon, so the words of the command are passed
  # one by one.
  set(command "")
  set(is_command FALSE)
  set(target "")
  math(EXPR last "${ARGC} - 1")
  foreach(i RANGE ${last})
    if("${ARGV${i}}" MATCHES "^(NAME|EXPECTED|OUTPUT|PROGRAM|TIMEOUT|COMMAND|OPTIONS|LABELS)$")
      set(is_command FALSE)
      if("${ARGV${i}}" STREQUAL "COMMAND")
        set(is_command TRUE)
      endif()
    elseif(is_command AND command STREQUAL "" AND TARGET "${ARGV${i}}")
      # As in add_test, the name of a target denotes its program.
      set(target ${ARGV${i}})
      string(APPEND command " \"$<TARGET_FILE:${target}>\"")
    elseif(is_command)
      string(APPEND command " \"\${ARGV${i}}\"")
    endif()
  endforeach()
  # One argument, containing a list.
  string(REPLACE ";" "\\;" options "${image_OPTIONS}")
  set(run ${CMAKE_COMMAND} -D NAME=${image_NAME} -D PROGRAM=${image_PROGRAM} -D EXPECTED=${expected} -D OUTPUT=${output} -D WORK=${work}
          -D "OPTIONS=${options}")
  set(script ${CMAKE_CURRENT_FUNCTION_LIST_DIR}/RunImageTest.cmake)

  cmake_language(EVAL CODE "add_test(NAME \${image_NAME} COMMAND \${run} -P \${script} -- ${command})")
  # The test and its update write to the same folder.
  set_tests_properties(${image_NAME} PROPERTIES RESOURCE_LOCK ${work} FIXTURES_REQUIRED texelscope_images)
  if(image_LABELS)
    set_tests_properties(${image_NAME} PROPERTIES LABELS "${image_LABELS}")
  endif()
  if(image_TIMEOUT)
    set_tests_properties(${image_NAME} PROPERTIES TIMEOUT ${image_TIMEOUT})
  endif()

  string(MAKE_C_IDENTIFIER ${image_NAME} name)
  cmake_language(EVAL CODE "add_custom_target(update_image_${name}
    COMMAND \${run} -D UPDATES=TRUE -P \${script} -- ${command} VERBATIM)")
  if(target)
    add_dependencies(update_image_${name} ${target})
  endif()
  if(NOT TARGET update_images)
    add_custom_target(update_images)
  endif()
  add_dependencies(update_images update_image_${name})
endfunction()

function(texelscope_image_folders target)
  cmake_parse_arguments(PARSE_ARGV 1 image "" "EXPECTED;ACTUAL" "")
  texelscope_require_image_arguments(texelscope_image_folders "EXPECTED and ACTUAL")
  if(NOT TARGET ${target})
    message(FATAL_ERROR "texelscope_image_folders: unknown target ${target}; call add_executable() first")
  endif()
  if(NOT image_EXPECTED)
    set(image_EXPECTED expected_images)
  endif()
  if(NOT image_ACTUAL)
    set(image_ACTUAL ${CMAKE_BINARY_DIR}/images/${target})
  endif()
  get_filename_component(expected ${image_EXPECTED} ABSOLUTE)
  get_filename_component(actual ${image_ACTUAL} ABSOLUTE BASE_DIR ${CMAKE_CURRENT_BINARY_DIR})
  target_compile_definitions(${target} PRIVATE TEXELSCOPE_EXPECTED_IMAGES="${expected}" TEXELSCOPE_ACTUAL_IMAGES="${actual}"
                             TEXELSCOPE_IMAGE_TESTS="${target}")
  set_property(GLOBAL APPEND PROPERTY TEXELSCOPE_EXPECTED_FOLDERS ${expected})
  set_property(GLOBAL APPEND PROPERTY TEXELSCOPE_IMAGE_PROGRAMS "\"${actual}\" \"$<TARGET_FILE:${target}>\"")
  # The test is added later.
  cmake_language(EVAL CODE "cmake_language(DEFER CALL texelscope_require_report_of [[${target}]])")

  add_custom_target(update_images_of_${target}
    COMMAND ${CMAKE_COMMAND} -D PROGRAM=$<TARGET_FILE:${target}> -P ${CMAKE_CURRENT_FUNCTION_LIST_DIR}/UpdateImages.cmake
    WORKING_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR} VERBATIM)
  add_dependencies(update_images_of_${target} ${target})
  if(NOT TARGET update_images)
    add_custom_target(update_images)
  endif()
  add_dependencies(update_images update_images_of_${target})
endfunction()

# Makes a report wait for the test of a program, if the test has the name of the program.
function(texelscope_require_report_of target)
  if(TEST ${target})
    set_property(TEST ${target} APPEND PROPERTY FIXTURES_REQUIRED texelscope_images)
  endif()
endfunction()

function(texelscope_report name)
  cmake_parse_arguments(PARSE_ARGV 1 image "" "" "EXPECTED")
  texelscope_require_image_arguments(texelscope_report "EXPECTED")
  foreach(folder IN LISTS image_EXPECTED)
    get_filename_component(folder ${folder} ABSOLUTE)
    set_property(GLOBAL APPEND PROPERTY TEXELSCOPE_EXPECTED_FOLDERS ${folder})
  endforeach()
  texelscope_claim_image_folder(${name} work)
  texelscope_find_comparison(program)
  set(run ${CMAKE_COMMAND} -P ${work}/report_$<CONFIG>.cmake)
  add_test(NAME ${name} COMMAND ${run})
  set_tests_properties(${name} PROPERTIES FIXTURES_CLEANUP texelscope_images)
  add_custom_target(${name} COMMAND ${run} VERBATIM)
  if(NOT TARGET prune_images)
    add_custom_target(prune_images COMMAND ${CMAKE_COMMAND} -D PRUNES=TRUE -P ${work}/report_$<CONFIG>.cmake VERBATIM)
  endif()
  # The image tests are known only at the end.
  cmake_language(EVAL CODE "cmake_language(DEFER DIRECTORY [[${CMAKE_SOURCE_DIR}]] CALL texelscope_write_report_script
    [[${work}]] [[${program}]] [[${CMAKE_CURRENT_FUNCTION_LIST_DIR}]])")
endfunction()

# Writes the script that merges the reports of all image tests.
function(texelscope_write_report_script work program folder)
  get_property(reports GLOBAL PROPERTY TEXELSCOPE_IMAGE_REPORTS)
  get_property(programs GLOBAL PROPERTY TEXELSCOPE_IMAGE_PROGRAMS)
  get_property(expected GLOBAL PROPERTY TEXELSCOPE_EXPECTED_FOLDERS)
  if(expected)
    list(REMOVE_DUPLICATES expected)
  endif()
  list(JOIN programs "\n  " programs)
  file(GENERATE OUTPUT ${work}/report_$<CONFIG>.cmake CONTENT "set(PROGRAM \"${program}\")
set(WORK \"${work}\")
set(REPORTS \"${reports}\")
set(EXPECTED \"${expected}\")
# The image folder of each test program, and the program.
set(PROGRAMS
  ${programs})
include(\"${folder}/ReportImages.cmake\")
")
endfunction()
