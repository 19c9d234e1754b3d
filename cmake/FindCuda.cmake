# Sets TEXELSCOPE_WITH_CUDA. The driver is loaded at run time, so nothing links libcuda, and a build with nvcc runs on
# machines without a GPU.

set(TEXELSCOPE_WITH_CUDA OFF)
set(texelscope_BUILT_WITH_CUDA ${TEXELSCOPE_CUDA})
include(Kernels)  # texelscope_enable_cuda(), texelscope_kernel_sources()
# sm_75 is the oldest target of CUDA 13; the virtual architecture of the last serves later GPUs.
if(NOT DEFINED CMAKE_CUDA_ARCHITECTURES)
  set(CMAKE_CUDA_ARCHITECTURES 75-real 80-real 90)
endif()
texelscope_enable_cuda()
if(TEXELSCOPE_WITH_CUDA)
  set(CMAKE_CUDA_RUNTIME_LIBRARY Static)
  find_package(CUDAToolkit REQUIRED)
endif()

if(TEXELSCOPE_WITH_CUDA)
  message(STATUS "texelscope: CUDA ${CUDAToolkit_VERSION} found: the program runs on the GPU where there is one, else on the CPU device")
elseif(TEXELSCOPE_CUDA)
  message(STATUS "texelscope: no nvcc found: this build has the CPU device only")
else()
  message(STATUS "texelscope: CUDA switched off: this build has the CPU device only")
endif()
