# Sets TEXELSCOPE_WITH_CUDA. The driver is loaded at run time, so nothing links libcuda, and a build with nvcc also runs on
# machines without a GPU.

set(TEXELSCOPE_WITH_CUDA OFF)
set(texelscope_BUILT_WITH_CUDA ${TEXELSCOPE_CUDA})
include(GPUArchitectures)  # texelscope_find_gpu_architectures()
include(Kernels)  # texelscope_enable_cuda(), texelscope_kernel_sources()

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
  message(STATUS "texelscope: nvcc not found; this build supports only the CPU device")
else()
  message(STATUS "texelscope: CUDA disabled; this build supports only the CPU device")
endif()
