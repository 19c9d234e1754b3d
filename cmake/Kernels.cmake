# Part of the installed package, too: what users call to have kernels compiled.

# texelscope_enable_cuda(): enables CUDA where the library was built with it and nvcc is found, so that the kernels of a project
# are compiled for GPUs; else they are compiled for the CPU device alone. As CMake enables languages for a folder and those below,
# a project of several folders calls it in the topmost one first.
macro(texelscope_enable_cuda)
  get_property(texelscope_early_kernels DIRECTORY PROPERTY TEXELSCOPE_KERNELS_WITHOUT_CUDA)
  if(texelscope_early_kernels AND texelscope_BUILT_WITH_CUDA)
    message(FATAL_ERROR "texelscope_kernel_sources(${texelscope_early_kernels}) was called before texelscope_enable_cuda(): "
                        "call texelscope_enable_cuda() first, or those kernels are compiled for the CPU device alone")
  endif()
  if(texelscope_BUILT_WITH_CUDA AND NOT TEXELSCOPE_WITH_CUDA)
    include(CheckLanguage)
    check_language(CUDA)
    if(CMAKE_CUDA_COMPILER)
      enable_language(CUDA)
      set(TEXELSCOPE_WITH_CUDA ON)
    endif()
  endif()
  if(TEXELSCOPE_WITH_CUDA)
    # CMake 3.25 does not know the flag for C++20.
    set(CMAKE_CUDA_STANDARD 20)
    set(CMAKE_CUDA_STANDARD_REQUIRED ON)
    set(CMAKE_CUDA20_STANDARD_COMPILE_OPTION "-std=c++20")
    set(CMAKE_CUDA20_EXTENSION_COMPILE_OPTION "-std=c++20")
  endif()
endmacro()

# texelscope_exact_arithmetic(TARGETS…): kernels compute the same bits on every device, as long as they keep to what
# CONTRIBUTING.md lists: no compiler joins a multiplication and an addition.
function(texelscope_exact_arithmetic)
  foreach(target IN LISTS ARGN)
    target_compile_options(${target} PRIVATE
      "$<$<COMPILE_LANGUAGE:CXX>:-ffp-contract=off>"
      "$<$<COMPILE_LANGUAGE:CUDA>:-fmad=false;-ftz=false;-prec-div=true;-prec-sqrt=true;-Xcompiler=-ffp-contract=off>")
  endforeach()
endfunction()

# Kernels stand in .cu files. nvcc compiles them for the GPU and the host; without nvcc the C++ compiler builds the same
# source for the host alone.
function(texelscope_kernel_sources)
  if(NOT TEXELSCOPE_WITH_CUDA)
    set_source_files_properties(${ARGV} PROPERTIES LANGUAGE CXX COMPILE_OPTIONS "-xc++")
    set_property(DIRECTORY APPEND PROPERTY TEXELSCOPE_KERNELS_WITHOUT_CUDA ${ARGV})
  endif()
endfunction()

# texelscope_kernel_batches(VARIABLE NAME SIZE FILES…): sources that include so many kernel files each, for a target in
# their place. nvcc reads the headers of a source once for each architecture and twice for the host: that is most of what a
# file of kernels costs. What a file declares stands in an unnamed namespace or in one of the file's own.
function(texelscope_kernel_batches variable name size)
  set(batches "")
  set(text "")
  set(count 0)
  foreach(file IN LISTS ARGN)
    string(APPEND text "#include \"${file}\"\n")
    math(EXPR count "${count} + 1")
    list(LENGTH ARGN total)
    math(EXPR in_batch "${count} % ${size}")
    if(in_batch EQUAL 0 OR count EQUAL total)
      list(LENGTH batches number)
      set(batch ${CMAKE_CURRENT_BINARY_DIR}/${name}_${number}.cu)
      file(CONFIGURE OUTPUT ${batch} CONTENT "${text}")
      list(APPEND batches ${batch})
      set(text "")
    endif()
  endforeach()
  texelscope_kernel_sources(${batches})
  set(${variable} ${batches} PARENT_SCOPE)
endfunction()
