# Compiler settings for all targets. Host and device share one floating-point contract: no contraction, no fast math.

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "Build type" FORCE)
endif()

find_program(CCACHE ccache)
if(CCACHE)
  # Without these, ccache caches nothing that uses precompiled headers.
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CMAKE_COMMAND} -E env CCACHE_SLOPPINESS=pch_defines,time_macros ${CCACHE})
  set(CMAKE_CUDA_COMPILER_LAUNCHER ${CCACHE})
endif()

find_package(Threads REQUIRED)

# Linked by every target of the project, never installed.
add_library(texelscope_compile INTERFACE)
target_include_directories(texelscope_compile INTERFACE ${CMAKE_SOURCE_DIR})
set(host_flags -Wall -Wextra -Wconversion -Wno-sign-conversion -ffp-contract=off)
option(TEXELSCOPE_BATCHES "Compile neighboring sources together" ON)
if(NOT TEXELSCOPE_BATCHES)
  # In a batch, it would report a name that a neighboring source has, too.
  list(APPEND host_flags -Wshadow)
endif()
if(CMAKE_CXX_COMPILER_ID STREQUAL Clang AND CMAKE_CXX_COMPILER_VERSION VERSION_GREATER_EQUAL 19)
  # Vulkan structures use designated initializers; omitted members are zero. Must follow -Wextra, which enables the warning.
  list(APPEND host_flags -Wno-missing-designated-field-initializers)
endif()
if(CMAKE_CXX_COMPILER_ID STREQUAL GNU)
  # Without garbage collection, which begins at 128 MB, g++ needs 12 % less time and at most 45 % more memory (2 GB for
  # the largest batch). The unit is kB.
  list(APPEND host_flags --param=ggc-min-heapsize=4000000)
endif()
if(TEXELSCOPE_WARNINGS_AS_ERRORS)
  list(APPEND host_flags -Werror)
  if(CMAKE_CXX_COMPILER_ID STREQUAL GNU)
    # g++ 13 falsely reports out-of-bounds accesses in the headers of fmt 9.
    list(APPEND host_flags -Wno-error=array-bounds)
  else()
    # clang++ 19 reports uses of std::get_temporary_buffer inside libstdc++ 12.
    list(APPEND host_flags -Wno-error=deprecated-declarations)
  endif()
endif()
if(TEXELSCOPE_SANITIZE)
  list(APPEND host_flags -fsanitize=${TEXELSCOPE_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=undefined)
  target_link_options(texelscope_compile INTERFACE -fsanitize=${TEXELSCOPE_SANITIZE})
  # Keeps opened libraries loaded, so that the leak checker can symbolize them.
  target_sources(texelscope_compile INTERFACE
    $<$<STREQUAL:$<TARGET_PROPERTY:TYPE>,EXECUTABLE>:${CMAKE_SOURCE_DIR}/tests/support/keep_libraries.cpp>)
  target_link_options(texelscope_compile INTERFACE -Wl,--export-dynamic-symbol=dlclose)
endif()
# nvcc splits flags at commas; only -fsanitize contains one.
list(TRANSFORM host_flags REPLACE "," ",-fsanitize=" OUTPUT_VARIABLE host_flags_for_nvcc)
list(JOIN host_flags_for_nvcc "," host_flags_for_nvcc)
target_compile_options(texelscope_compile INTERFACE
  "$<$<COMPILE_LANGUAGE:CXX>:${host_flags}>"
  "$<$<COMPILE_LANGUAGE:CUDA>:-fmad=false;-ftz=false;-prec-div=true;-prec-sqrt=true;-Xcompiler=${host_flags_for_nvcc}>")

# Precompiles headers of the standard library and of other projects, never the project's own, so that a file still
# includes what it uses. Architecture.std_includes verifies that for the standard library, too.
option(TEXELSCOPE_PRECOMPILED_HEADERS "Parse the headers of the standard library once" ON)
set(standard_headers <algorithm> <array> <atomic> <charconv> <chrono> <cmath> <cstddef> <cstdint> <cstring> <exception>
  <filesystem> <functional> <future> <iostream> <map> <memory> <mutex> <optional> <ranges> <span> <sstream> <string>
  <string_view> <thread> <utility> <variant> <vector> <fmt/format.h>)
# texelscope_precompile(TARGET HEADERS…) precompiles headers for a target, texelscope_precompiled_headers(NAME
# LIBRARIES… HEADERS…) for static libraries that share the set through texelscope_share_headers(NAME TARGETS…) and use
# the same compiler flags.
function(texelscope_precompile target)
  list(TRANSFORM ARGN REPLACE "(.+)" "$<$<COMPILE_LANGUAGE:CXX>:\\1>" OUTPUT_VARIABLE headers)
  if(TEXELSCOPE_PRECOMPILED_HEADERS)
    target_precompile_headers(${target} PRIVATE ${headers})
  endif()
endfunction()
function(texelscope_precompiled_headers name)
  cmake_parse_arguments(PARSE_ARGV 1 set "" "" "LIBRARIES;HEADERS")
  set(source ${CMAKE_BINARY_DIR}/${name}.cpp)
  file(CONFIGURE OUTPUT ${source} CONTENT "// Exists only for its precompiled headers.\n")
  add_library(${name} OBJECT EXCLUDE_FROM_ALL ${source})
  target_link_libraries(${name} PRIVATE texelscope_compile fmt::fmt ${set_LIBRARIES})
  texelscope_precompile(${name} ${set_HEADERS})
endfunction()
function(texelscope_share_headers name)
  if(TEXELSCOPE_PRECOMPILED_HEADERS)
    foreach(target IN LISTS ARGN)
      target_precompile_headers(${target} REUSE_FROM ${name})
    endforeach()
  endif()
endfunction()

# texelscope_compile_in_batches([SIZE n] TARGETS…): compiles n neighboring sources of a target as one source, so that
# their shared headers are read once. Development presets disable batches and compile each source separately.
function(texelscope_compile_in_batches)
  if(NOT TEXELSCOPE_BATCHES)
    return()
  endif()
  cmake_parse_arguments(PARSE_ARGV 0 batch "" "SIZE" "")
  # Sanitizers multiply what the compiler needs: more than 8 GB for a batch of 64 with -O2.
  if(NOT DEFINED batch_SIZE OR TEXELSCOPE_SANITIZE)
    set(batch_SIZE 8)
  endif()
  foreach(target IN LISTS batch_UNPARSED_ARGUMENTS)
    set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE ${batch_SIZE})
    # Newer versions of CMake would batch CUDA sources, too; kernels have their own batches.
    get_target_property(kernel_sources ${target} SOURCES)
    list(FILTER kernel_sources INCLUDE REGEX "\\.cu$")
    if(kernel_sources)
      set_source_files_properties(${kernel_sources} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
    endif()
    # g++ treats a source in a batch as an included file, and warns about types with internal linkage.
    target_compile_options(${target} PRIVATE $<$<COMPILE_LANG_AND_ID:CXX,GNU>:-Wno-subobject-linkage>)
  endforeach()
endfunction()

# texelscope_compile_quickly(LEVEL TARGETS…): uses this optimization level in optimized builds of targets whose compile
# time matters more than their speed.
function(texelscope_compile_quickly level)
  foreach(target IN LISTS ARGN)
    target_compile_options(${target} PRIVATE $<$<AND:$<COMPILE_LANGUAGE:CXX>,$<NOT:$<CONFIG:Debug>>>:${level}>)
  endforeach()
endfunction()

# texelscope_compile_kernels_quickly(LEVEL): uses this level for the host code of kernels in this folder and below; nvcc
# accepts only one level.
macro(texelscope_compile_kernels_quickly level)
  string(REGEX REPLACE "-O[0-9]" "${level}" CMAKE_CUDA_FLAGS_RELEASE "${CMAKE_CUDA_FLAGS_RELEASE}")
endmacro()

# texelscope_compile_for_any_gpu(TARGETS…): leaves kernels of tests and examples to the driver's JIT compiler, instead of
# compiling them for three architectures.
function(texelscope_compile_for_any_gpu)
  if(CMAKE_CUDA_ARCHITECTURES MATCHES "^[0-9]+")
    set_target_properties(${ARGN} PROPERTIES CUDA_ARCHITECTURES ${CMAKE_MATCH_0}-virtual)
  endif()
endfunction()
