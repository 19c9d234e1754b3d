# Golden images in a project of your own: a test that compares images with those that were kept.
#
#   texelscope_add_golden_test(NAME <name> EXPECTED <folder>
#                              COMMAND <program or target> [<argument>…] | FOLDER <folder>
#                              [OPTIONS <option of texelscope compare>…] [PROGRAM <texelscope>])
#
# COMMAND runs in an empty folder, and what it writes there is compared; FOLDER compares what is there already. The test
# fails when an image differs, or is missing, extra, of another size or damaged, and names it. In
# <build>/golden/<name>/ are report/, a page with every pair, and junit.xml.

function(texelscope_add_golden_test)
  cmake_parse_arguments(PARSE_ARGV 0 golden "" "NAME;EXPECTED;FOLDER;PROGRAM" "COMMAND;OPTIONS")
  if(NOT golden_NAME OR NOT golden_EXPECTED OR golden_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "texelscope_add_golden_test needs NAME and EXPECTED, and takes no '${golden_UNPARSED_ARGUMENTS}'")
  endif()
  if((golden_COMMAND AND golden_FOLDER) OR NOT (golden_COMMAND OR golden_FOLDER))
    message(FATAL_ERROR "golden test ${golden_NAME}: give either COMMAND or FOLDER")
  endif()
  if(NOT golden_PROGRAM)
    find_program(TEXELSCOPE_PROGRAM texelscope HINTS ${texelscope_PROGRAM_FOLDER} DOC "texelscope, which compares images")
    if(NOT TEXELSCOPE_PROGRAM)
      message(FATAL_ERROR "golden test ${golden_NAME}: texelscope is not found; install its component app, set "
                          "TEXELSCOPE_PROGRAM, or give PROGRAM")
    endif()
    set(golden_PROGRAM ${TEXELSCOPE_PROGRAM})
  endif()
  get_filename_component(expected ${golden_EXPECTED} ABSOLUTE)
  set(actual "")
  if(golden_FOLDER)
    get_filename_component(actual ${golden_FOLDER} ABSOLUTE BASE_DIR ${CMAKE_CURRENT_BINARY_DIR})
  endif()
  # As in add_test, a target stands for its program.
  if(golden_COMMAND)
    list(POP_FRONT golden_COMMAND first)
    if(TARGET ${first})
      set(first $<TARGET_FILE:${first}>)
    endif()
    list(PREPEND golden_COMMAND ${first})
  endif()
  add_test(NAME ${golden_NAME}
           COMMAND ${CMAKE_COMMAND} -D PROGRAM=${golden_PROGRAM} -D EXPECTED=${expected} -D FOLDER=${actual}
                   -D WORK=${CMAKE_CURRENT_BINARY_DIR}/golden/${golden_NAME} -D "OPTIONS=${golden_OPTIONS}"
                   -P ${CMAKE_CURRENT_FUNCTION_LIST_DIR}/RunGoldenTest.cmake -- ${golden_COMMAND})
endfunction()
