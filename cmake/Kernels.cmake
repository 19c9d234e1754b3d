# Functions that compile kernels; also part of the installed package, for users.

# texelscope_enable_cuda(): enables CUDA if the library was built with it and nvcc is found, so that the kernels of a project
# are compiled for GPUs; otherwise they are compiled only for the CPU device. CMake enables a language for a folder and
# its subfolders, so a project with multiple folders must call this function in its top folder first.
macro(texelscope_enable_cuda)
  get_property(texelscope_early_kernels DIRECTORY PROPERTY TEXELSCOPE_KERNELS_WITHOUT_CUDA)
  if(texelscope_early_kernels AND texelscope_BUILT_WITH_CUDA)
    message(FATAL_ERROR "texelscope_kernel_sources(${texelscope_early_kernels}) was called before texelscope_enable_cuda(): "
                        "call texelscope_enable_cuda() first, or those kernels are compiled only for the CPU device")
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
    # CMake 3.25 lacks the C++20 flag for nvcc.
    set(CMAKE_CUDA_STANDARD 20)
    set(CMAKE_CUDA_STANDARD_REQUIRED ON)
    set(CMAKE_CUDA20_STANDARD_COMPILE_OPTION "-std=c++20")
    set(CMAKE_CUDA20_EXTENSION_COMPILE_OPTION "-std=c++20")
  endif()
endmacro()

# texelscope_exact_arithmetic(TARGETS…): makes kernels that use only the operations listed in CONTRIBUTING.md compute the same
# bits on every device: no compiler contracts a multiplication and an addition.
function(texelscope_exact_arithmetic)
  foreach(target IN LISTS ARGN)
    target_compile_options(${target} PRIVATE
      "$<$<COMPILE_LANGUAGE:CXX>:-ffp-contract=off>"
      "$<$<COMPILE_LANGUAGE:CUDA>:-fmad=false;-ftz=false;-prec-div=true;-prec-sqrt=true;-Xcompiler=-ffp-contract=off>")
  endforeach()
endfunction()

# Kernels are in .cu files. nvcc compiles them for the GPU and the host; without nvcc, the C++ compiler builds the same
# source for the host only.
function(texelscope_kernel_sources)
  if(NOT TEXELSCOPE_WITH_CUDA)
    set_source_files_properties(${ARGV} PROPERTIES LANGUAGE CXX COMPILE_OPTIONS "-xc++")
    set_property(DIRECTORY APPEND PROPERTY TEXELSCOPE_KERNELS_WITHOUT_CUDA ${ARGV})
  endif()
endfunction()

# texelscope_kernel_batches(VARIABLE NAME SIZE FILES…): generates sources that include SIZE kernel files each, to be
# compiled in place of the kernel files. nvcc reads the headers of a source once per architecture and twice for the
# host, which is most of the cost of a kernel file. Each file must declare its names in an unnamed namespace or in a
# namespace of its own.
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

# texelscope_recorded_kernels(NAME FILES…): a shared library of the same kernels for AccessRecorderOptions::modules, with a
# call before each access and a line table. The files are compiled by the C++ compiler, in batches that are generated as
# above. The caller links NAME with whatever else the files refer to.
function(texelscope_recorded_kernels name)
  set(batches "")
  set(text "#include \"texelscope/kernels/recorded_module.h\"\n")
  set(count 0)
  foreach(file IN LISTS ARGN)
    get_filename_component(file ${file} ABSOLUTE)
    string(APPEND text "#include \"${file}\"\n")
    math(EXPR count "${count} + 1")
    list(LENGTH ARGN total)
    math(EXPR in_batch "${count} % 8")
    if(in_batch EQUAL 0 OR count EQUAL total)
      list(LENGTH batches number)
      set(batch ${CMAKE_CURRENT_BINARY_DIR}/${name}_${number}.cpp)
      file(CONFIGURE OUTPUT ${batch} CONTENT "${text}" @ONLY)
      list(APPEND batches ${batch})
      set(text "")
    endif()
  endforeach()
  add_library(${name} MODULE ${batches})
  # With extensions, GCC declares the functions that -fsanitize=thread calls, differently.
  set_target_properties(${name} PROPERTIES PREFIX "" CXX_VISIBILITY_PRESET hidden UNITY_BUILD OFF CXX_EXTENSIONS OFF)
  target_compile_definitions(${name} PRIVATE TEXELSCOPE_RECORDS_ACCESSES)
  # The functions that -fsanitize=thread calls are the library's own, so its runtime is not linked. Functions of the
  # library are inlined, so that an access is at a line of the kernel. A vector is one access, as on a GPU.
  target_compile_options(${name} PRIVATE -O2 -g1 -ffp-contract=off -fsanitize=thread -ffunction-sections -fdata-sections
    -ffile-prefix-map=${CMAKE_SOURCE_DIR}=/text
    "$<$<CXX_COMPILER_ID:GNU>:-Wno-tsan;-fno-tree-sra;--param=tsan-instrument-func-entry-exit=0;--param=max-inline-insns-single=100000;--param=early-inlining-insns=1000;--param=large-function-insns=1000000;--param=large-stack-frame=1000000>"
    "$<$<CXX_COMPILER_ID:Clang>:SHELL:-mllvm -tsan-instrument-func-entry-exit=0;SHELL:-mllvm -inline-threshold=100000>")
  target_link_options(${name} PRIVATE -Wl,--gc-sections -Wl,--exclude-libs,ALL)
endfunction()
