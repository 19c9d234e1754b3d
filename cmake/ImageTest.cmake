# Tests of images in a project of your own.
#
#   texelscope_add_image_test(NAME <name> EXPECTED <image or folder>
#                             [COMMAND <program or target> [<argument>…]] [OUTPUT <image or folder>]
#                             [OPTIONS <option of texelscope-compare>…] [LABELS <label>…] [TIMEOUT <seconds>]
#                             [PROGRAM <texelscope-compare or texelscope>])
#
# COMMAND runs in an empty folder, and OUTPUT is what it writes there; without OUTPUT, all of it. Without COMMAND, OUTPUT is
# there already. It is compared with EXPECTED, and the test fails when an image differs, or is missing, extra, of another
# size or damaged, and names it. In <build>/images/<name>/ are actual/, report/ with every pair, and junit.xml.
#
# The target update_image_<name> runs the command again and takes the images that fail for the expected ones; the target
# update_images does so for all tests. Nothing is deleted. compare.json in the folder of the expected images has rules for them.
#
#   texelscope_image_folders(<target> [EXPECTED <folder>] [ACTUAL <folder>])
#
# says where EXPECT_IMAGE_NEAR() of texelscope/compare/gtest.h finds the images of a test program, and where it writes those
# that fail: expected_images beside the CMakeLists.txt, and <build>/images/<target>, where nothing is named.

# Sets ${result} to texelscope-compare, or to texelscope, which has the same subcommand.
function(texelscope_find_comparison result)
  find_program(TEXELSCOPE_PROGRAM NAMES texelscope-compare texelscope HINTS ${texelscope_PROGRAM_FOLDER}
               DOC "texelscope-compare or texelscope, which compares images")
  if(NOT TEXELSCOPE_PROGRAM)
    message(FATAL_ERROR "texelscope-compare is not found; install its component compare, set TEXELSCOPE_PROGRAM, or give PROGRAM")
  endif()
  set(${result} ${TEXELSCOPE_PROGRAM} PARENT_SCOPE)
endfunction()

function(texelscope_add_image_test)
  cmake_parse_arguments(PARSE_ARGV 0 image "" "NAME;EXPECTED;OUTPUT;PROGRAM;TIMEOUT" "COMMAND;OPTIONS;LABELS")
  if(NOT image_NAME OR NOT image_EXPECTED OR image_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "texelscope_add_image_test needs NAME and EXPECTED, and takes no '${image_UNPARSED_ARGUMENTS}'")
  endif()
  if(NOT image_COMMAND AND NOT image_OUTPUT)
    message(FATAL_ERROR "image test ${image_NAME}: give a COMMAND, or as OUTPUT what is there already")
  endif()
  if(NOT image_PROGRAM)
    texelscope_find_comparison(image_PROGRAM)
  endif()
  get_filename_component(expected ${image_EXPECTED} ABSOLUTE)
  set(work ${CMAKE_CURRENT_BINARY_DIR}/images/${image_NAME})
  if(image_COMMAND)
    get_filename_component(output "${image_OUTPUT}" ABSOLUTE BASE_DIR ${work}/actual)
  else()
    get_filename_component(output ${image_OUTPUT} ABSOLUTE BASE_DIR ${CMAKE_CURRENT_BINARY_DIR})
  endif()
  # As in add_test, a target stands for its program.
  set(target "")
  if(image_COMMAND)
    list(POP_FRONT image_COMMAND first)
    if(TARGET ${first})
      set(target ${first})
      set(first $<TARGET_FILE:${first}>)
    endif()
    list(PREPEND image_COMMAND ${first})
  endif()
  # One argument, which is a list.
  string(REPLACE ";" "\\;" options "${image_OPTIONS}")
  set(run ${CMAKE_COMMAND} -D PROGRAM=${image_PROGRAM} -D EXPECTED=${expected} -D OUTPUT=${output} -D WORK=${work}
          -D "OPTIONS=${options}")
  set(script ${CMAKE_CURRENT_FUNCTION_LIST_DIR}/RunImageTest.cmake)

  add_test(NAME ${image_NAME} COMMAND ${run} -P ${script} -- ${image_COMMAND})
  # The test and its update write the same folder.
  set_tests_properties(${image_NAME} PROPERTIES RESOURCE_LOCK ${work})
  if(image_LABELS)
    set_tests_properties(${image_NAME} PROPERTIES LABELS "${image_LABELS}")
  endif()
  if(image_TIMEOUT)
    set_tests_properties(${image_NAME} PROPERTIES TIMEOUT ${image_TIMEOUT})
  endif()

  string(MAKE_C_IDENTIFIER ${image_NAME} name)
  add_custom_target(update_image_${name} COMMAND ${run} -D UPDATES=TRUE -P ${script} -- ${image_COMMAND} VERBATIM)
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
  if(image_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "texelscope_image_folders takes no '${image_UNPARSED_ARGUMENTS}'")
  endif()
  if(NOT image_EXPECTED)
    set(image_EXPECTED expected_images)
  endif()
  if(NOT image_ACTUAL)
    set(image_ACTUAL images/${target})
  endif()
  get_filename_component(expected ${image_EXPECTED} ABSOLUTE)
  get_filename_component(actual ${image_ACTUAL} ABSOLUTE BASE_DIR ${CMAKE_CURRENT_BINARY_DIR})
  target_compile_definitions(${target} PRIVATE TEXELSCOPE_EXPECTED_IMAGES="${expected}" TEXELSCOPE_ACTUAL_IMAGES="${actual}")
endfunction()
