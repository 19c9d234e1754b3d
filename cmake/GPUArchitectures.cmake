# Sets ${variable} to the architectures of this machine's GPUs, each with its PTX for later architectures. If there is
# no GPU, or nvcc does not know it, sets it to the PTX of sm_75, the oldest target of CUDA 13: drivers compile this PTX
# for any GPU when a kernel is first launched. Machine code for three architectures would double nvcc's share of a
# build.
function(texelscope_find_gpu_architectures variable)
  set(found "")
  find_program(TEXELSCOPE_NVIDIA_SMI nvidia-smi)
  mark_as_advanced(TEXELSCOPE_NVIDIA_SMI)
  if(TEXELSCOPE_NVIDIA_SMI AND CMAKE_CUDA_COMPILER)
    execute_process(COMMAND ${TEXELSCOPE_NVIDIA_SMI} --query-gpu=compute_cap --format=csv,noheader
                    TIMEOUT 20 OUTPUT_VARIABLE capabilities ERROR_QUIET)
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
