# Installs the build to a folder of its own, then configures, builds and runs the project beside this file with it.
# Needs BUILD, SOURCE, WORK, COMPILER, GENERATOR, HAS_PROGRAM.

include(${CMAKE_CURRENT_LIST_DIR}/run.cmake)

file(REMOVE_RECURSE ${WORK})
run("installing" ${CMAKE_COMMAND} --install ${BUILD} --prefix ${WORK}/prefix --component gpu)
if(HAS_PROGRAM)
  run("installing the program" ${CMAKE_COMMAND} --install ${BUILD} --prefix ${WORK}/prefix --component app)
  file(MAKE_DIRECTORY ${WORK}/build/empty)
endif()
run("configuring" ${CMAKE_COMMAND} -S ${SOURCE} -B ${WORK}/build -G ${GENERATOR} -D CMAKE_BUILD_TYPE=Release
    -D CMAKE_PREFIX_PATH=${WORK}/prefix -D CMAKE_CXX_COMPILER=${COMPILER} -D HAS_PROGRAM=${HAS_PROGRAM})
run("building" ${CMAKE_COMMAND} --build ${WORK}/build)
run("running" ${WORK}/build/user)
message(STATUS "${output}")

# The golden tests of the project: those that must pass, and those that must fail and name the image.
if(HAS_PROGRAM)
  foreach(name right nearly_right)
    run("the golden test of images that are ${name}" ${CMAKE_CTEST_COMMAND} --test-dir ${WORK}/build -V -R images_that_are_${name}$)
  endforeach()
  run("the golden test of a folder" ${CMAKE_CTEST_COMMAND} --test-dir ${WORK}/build -V -R images_in_a_folder)
  foreach(name wrong missing)
    execute_process(COMMAND ${CMAKE_CTEST_COMMAND} --test-dir ${WORK}/build -V -R images_that_are_${name}$
                    RESULT_VARIABLE code OUTPUT_VARIABLE output ERROR_VARIABLE output)
    if(code EQUAL 0 OR NOT output MATCHES "gradient.ppm")
      message(FATAL_ERROR "images that are ${name} pass, or are not named:\n${output}")
    endif()
    foreach(file junit.xml report/index.html)
      if(NOT EXISTS ${WORK}/build/golden/images_that_are_${name}/${file})
        message(FATAL_ERROR "the golden test of images that are ${name} left no ${file}:\n${output}")
      endif()
    endforeach()
  endforeach()
endif()
