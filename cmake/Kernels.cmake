# Kernels stand in .cu files. nvcc compiles them for the GPU and the host; without nvcc the C++ compiler builds the same
# source for the host alone.
function(texelscope_kernel_sources)
  if(NOT TEXELSCOPE_WITH_CUDA)
    set_source_files_properties(${ARGV} PROPERTIES LANGUAGE CXX COMPILE_OPTIONS "-xc++")
  endif()
endfunction()
