# Sets TEXELSCOPE_WITH_CUDA. The driver is loaded at run time, so nothing links libcuda, and a build with nvcc also runs on
# machines without a GPU.

set(TEXELSCOPE_WITH_CUDA OFF)
set(texelscope_BUILT_WITH_CUDA ${TEXELSCOPE_CUDA})
include(GPUArchitectures)  # texelscope_find_gpu_architectures()
include(Kernels)  # texelscope_enable_cuda(), texelscope_kernel_sources()

# CMake ignores an nvcc that fails.
function(texelscope_explain_missing_cuda)
  find_program(nvcc NAMES $ENV{CUDACXX} nvcc NO_CACHE)
  if(NOT nvcc)
    message(STATUS "texelscope: nvcc not found; this build supports only the CPU device")
    return()
  endif()
  file(WRITE ${CMAKE_BINARY_DIR}/CMakeFiles/empty.cu "")
  execute_process(COMMAND ${nvcc} -c empty.cu -o empty.o WORKING_DIRECTORY ${CMAKE_BINARY_DIR}/CMakeFiles
                  RESULT_VARIABLE code OUTPUT_VARIABLE out ERROR_VARIABLE out)
  string(REGEX MATCH "error[^\n]*" reason "${out}")
  message(WARNING "texelscope: ${nvcc} does not work, so this build supports only the CPU device: ${reason} (exit code ${code}). "
                  "If it refuses the C++ compiler, install an older one, and configure with CUDAHOSTCXX=g++-12 (for example) "
                  "in the environment and cmake --fresh.")
endfunction()

if(TEXELSCOPE_CUDA AND NOT DEFINED CMAKE_CUDA_ARCHITECTURES)
  include(CheckLanguage)
  check_language(CUDA)
  texelscope_find_gpu_architectures(CMAKE_CUDA_ARCHITECTURES)
endif()
texelscope_enable_cuda()
if(TEXELSCOPE_WITH_CUDA)
  set(CMAKE_CUDA_RUNTIME_LIBRARY Static)
  find_package(CUDAToolkit REQUIRED)
endif()

if(TEXELSCOPE_WITH_CUDA)
  message(STATUS "texelscope: CUDA ${CUDAToolkit_VERSION} found; the program uses a GPU if available, otherwise the CPU device")
elseif(TEXELSCOPE_CUDA)
  texelscope_explain_missing_cuda()
else()
  message(STATUS "texelscope: CUDA disabled; this build supports only the CPU device")
endif()
