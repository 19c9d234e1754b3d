# Kernels stand in .cu files. nvcc compiles them for the GPU and the host; without nvcc the C++ compiler builds the same
# source for the host alone.
function(texelscope_kernel_sources)
  if(NOT TEXELSCOPE_WITH_CUDA)
    set_source_files_properties(${ARGV} PROPERTIES LANGUAGE CXX COMPILE_OPTIONS "-xc++")
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
