# Sets TEXELSCOPE_WITH_CUDA. The driver is loaded at run time, so nothing links libcuda, and a build with nvcc runs on
# machines without a GPU.

set(TEXELSCOPE_WITH_CUDA OFF)
if(TEXELSCOPE_CUDA)
  include(CheckLanguage)
  check_language(CUDA)
  if(CMAKE_CUDA_COMPILER)
    # sm_75 is the oldest target of CUDA 13; the virtual architecture of the last serves later GPUs.
    if(NOT DEFINED CMAKE_CUDA_ARCHITECTURES)
      set(CMAKE_CUDA_ARCHITECTURES 75-real 80-real 90)
    endif()
    enable_language(CUDA)
    # CMake 3.25 does not know the flag for C++20.
    set(CMAKE_CUDA_STANDARD 20)
    set(CMAKE_CUDA_STANDARD_REQUIRED ON)
    set(CMAKE_CUDA20_STANDARD_COMPILE_OPTION "-std=c++20")
    set(CMAKE_CUDA20_EXTENSION_COMPILE_OPTION "-std=c++20")
    set(CMAKE_CUDA_RUNTIME_LIBRARY Static)
    find_package(CUDAToolkit REQUIRED)
    set(TEXELSCOPE_WITH_CUDA ON)
  endif()
endif()

if(TEXELSCOPE_WITH_CUDA)
  message(STATUS "texelscope: CUDA ${CUDAToolkit_VERSION} found: the program runs on the GPU where there is one, else on the CPU device")
elseif(TEXELSCOPE_CUDA)
  message(STATUS "texelscope: no nvcc found: this build has the CPU device only")
else()
  message(STATUS "texelscope: CUDA switched off: this build has the CPU device only")
endif()
