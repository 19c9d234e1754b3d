# Sets TEXELSCOPE_WITH_CUDA. The driver is loaded at run time, so nothing links libcuda, and a build with nvcc also runs on
# machines without a GPU.

set(TEXELSCOPE_WITH_CUDA OFF)
set(texelscope_BUILT_WITH_CUDA ${TEXELSCOPE_CUDA})
include(Kernels)  # texelscope_enable_cuda(), texelscope_kernel_sources()

# Sets ${variable} to the architectures of this machine's GPUs, each with its PTX for later architectures. If there is
# no GPU, or nvcc does not know it, sets it to the PTX of sm_75, the oldest target of CUDA 13: drivers compile this PTX
# for any GPU when a kernel is first launched. Machine code for three architectures would double nvcc's share of a
# build.
function(texelscope_find_gpu_architectures variable)
  set(found "")
  find_program(TEXELSCOPE_NVIDIA_SMI nvidia-smi)
  mark_as_advanced(TEXELSCOPE_NVIDIA_SMI)
  if(TEXELSCOPE_NVIDIA_SMI AND CMAKE_CUDA_COMPILER)
    execute_process(COMMAND ${TEXELSCOPE_NVIDIA_SMI} --query-gpu=compute_cap --format=csv,noheader OUTPUT_VARIABLE capabilities ERROR_QUIET)
    execute_process(COMMAND ${CMAKE_CUDA_COMPILER} --list-gpu-code OUTPUT_VARIABLE known ERROR_QUIET)
    string(REGEX MATCHALL "[0-9]+\\.[0-9]" capabilities "${capabilities}")
    list(REMOVE_DUPLICATES capabilities)
    foreach(capability IN LISTS capabilities)
      string(REPLACE "." "" architecture ${capability})
      if(known MATCHES "sm_${architecture}\n" AND architecture GREATER_EQUAL 75)
        list(APPEND found ${architecture})
      endif()
    endforeach()
  endif()
  if(NOT found)
    set(found 75-virtual)
  endif()
  set(${variable} ${found} PARENT_SCOPE)
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
  message(STATUS "texelscope: nvcc not found; this build supports only the CPU device")
else()
  message(STATUS "texelscope: CUDA disabled; this build supports only the CPU device")
endif()
