# Installs the library and builds each example with it, with warnings as errors: with nvcc if the library was built with it, and
# with a second compiler for the CPU device only. cmake_project is built separately and run; the others are folders of one project,
# to save time. Requires BUILD, SOURCE (the tree), WORK, COMPILER, OTHER_COMPILER (may be empty), GENERATOR, EXAMPLES, PYTHON,
# EXAMPLE_PYTHON (for the example that is a module). Other tests run the programs in WORK/own.

include(${SOURCE}/tests/package/run.cmake)

file(REMOVE_RECURSE ${WORK})
run("installing" ${CMAKE_COMMAND} --install ${BUILD} --prefix ${WORK}/prefix --component gpu)
set(warnings -Wall -Wextra -Wshadow -Wconversion -Wno-sign-conversion -Werror)
list(JOIN warnings " " host_warnings)
list(JOIN warnings "," device_warnings)
set(device_warnings "-Werror=all-warnings -Xcompiler=${device_warnings}")

# build(FOLDER SOURCE OPTIONS…): builds in WORK/FOLDER.
function(build folder source)
  run("configuring ${folder}" ${CMAKE_COMMAND} -S ${source} -B ${WORK}/${folder} -G ${GENERATOR} -D CMAKE_BUILD_TYPE=Release
      -D CMAKE_CXX_FLAGS_RELEASE=-O0 -D CMAKE_CUDA_FLAGS_RELEASE=-O0
      -D CMAKE_PREFIX_PATH=${WORK}/prefix -D CMAKE_CXX_FLAGS=${host_warnings} -D CMAKE_CUDA_FLAGS=${device_warnings}
      -D CMAKE_CUDA_ARCHITECTURES=75-virtual -D Python_EXECUTABLE=${EXAMPLE_PYTHON} ${ARGN})
  run("building ${folder}" ${CMAKE_COMMAND} --build ${WORK}/${folder})
  message(STATUS "${folder} is built")
endfunction()

function(build_all folder)
  build(${folder}/cmake_project ${SOURCE}/examples/cmake_project ${ARGN})
  run("running ${folder}/cmake_project" ${PYTHON} -B ${SOURCE}/tests/examples/example_test.py ${SOURCE}/examples/cmake_project cpu
      -- ${WORK}/${folder}/cmake_project/magnify)
  set(text "cmake_minimum_required(VERSION 3.25)\nproject(examples LANGUAGES CXX)\n")
  string(APPEND text "find_package(texelscope REQUIRED)\ntexelscope_enable_cuda()\n")
  foreach(name IN LISTS EXAMPLES)
    string(APPEND text "add_subdirectory(${SOURCE}/examples/${name} ${name})\n")
  endforeach()
  file(WRITE ${WORK}/${folder}/CMakeLists.txt "${text}")
  build(${folder}/all ${WORK}/${folder} ${ARGN})
  # Each compiler inserts the calls of recorded kernels in its own way.
  run("running ${folder}/recorded_kernels" ${PYTHON} -B ${SOURCE}/tests/examples/example_test.py ${SOURCE}/examples/recorded_kernels cpu
      -- ${WORK}/${folder}/all/recorded_kernels/recorded_kernels)
endfunction()

list(REMOVE_ITEM EXAMPLES cmake_project)
build_all(own -D CMAKE_CXX_COMPILER=${COMPILER})
if(OTHER_COMPILER)
  # nvcc may not support this compiler, so examples that require nvcc are skipped.
  list(REMOVE_ITEM EXAMPLES cuda_runtime)
  build_all(other -D CMAKE_CXX_COMPILER=${OTHER_COMPILER} -D CMAKE_CUDA_COMPILER=NOTFOUND)
endif()
