# How everything is compiled. Host and device share one floating-point contract: no contraction, no fast math.

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
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CCACHE})
  set(CMAKE_CUDA_COMPILER_LAUNCHER ${CCACHE})
endif()

find_package(Threads REQUIRED)

# Linked by every target of the project, never installed.
add_library(texelscope_compile INTERFACE)
target_include_directories(texelscope_compile INTERFACE ${CMAKE_SOURCE_DIR})
set(host_flags -Wall -Wextra -Wshadow -Wconversion -Wno-sign-conversion -ffp-contract=off)
if(TEXELSCOPE_WARNINGS_AS_ERRORS)
  list(APPEND host_flags -Werror)
endif()
if(TEXELSCOPE_SANITIZE)
  list(APPEND host_flags -fsanitize=${TEXELSCOPE_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=undefined)
  target_link_options(texelscope_compile INTERFACE -fsanitize=${TEXELSCOPE_SANITIZE})
  # Programs keep the libraries that they open, so that the leak checker can name what is in them.
  target_sources(texelscope_compile INTERFACE
    $<$<STREQUAL:$<TARGET_PROPERTY:TYPE>,EXECUTABLE>:${CMAKE_SOURCE_DIR}/tests/support/keep_libraries.cpp>)
  target_link_options(texelscope_compile INTERFACE -Wl,--export-dynamic-symbol=dlclose)
endif()
# nvcc takes a comma for the end of a flag; only -fsanitize has one of its own.
list(TRANSFORM host_flags REPLACE "," ",-fsanitize=" OUTPUT_VARIABLE host_flags_for_nvcc)
list(JOIN host_flags_for_nvcc "," host_flags_for_nvcc)
target_compile_options(texelscope_compile INTERFACE
  "$<$<COMPILE_LANGUAGE:CXX>:${host_flags}>"
  "$<$<COMPILE_LANGUAGE:CUDA>:-fmad=false;-ftz=false;-prec-div=true;-prec-sqrt=true;-Xcompiler=${host_flags_for_nvcc}>")
