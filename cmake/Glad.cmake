# GL and EGL loaders, generated at build time by the Python package glad 2.

set(glad_api "gl:core=4.5,egl=1.5")
set(glad_extensions
  GL_EXT_memory_object GL_KHR_debug
  EGL_EXT_device_base EGL_EXT_device_drm EGL_EXT_device_enumeration EGL_EXT_device_query EGL_EXT_device_query_name
  EGL_EXT_platform_base EGL_EXT_platform_device EGL_KHR_no_config_context EGL_MESA_platform_surfaceless
  EGL_NV_device_cuda)

# Sets ${sources} and ${include_directory}.
function(texelscope_glad_sources sources include_directory)
  # A different Python may come first in PATH; only the system Python has the distribution's glad.
  if(NOT TEXELSCOPE_GLAD_PYTHON)
    foreach(python /usr/bin/python3 python3)
      execute_process(COMMAND ${python} -c "import sys, glad; sys.exit(not glad.__version__.startswith('2.'))"
                      RESULT_VARIABLE result OUTPUT_QUIET ERROR_QUIET)
      if(result EQUAL 0)
        set(TEXELSCOPE_GLAD_PYTHON ${python} CACHE STRING "A Python that has glad 2")
        break()
      endif()
    endforeach()
  endif()
  if(NOT TEXELSCOPE_GLAD_PYTHON)
    message(FATAL_ERROR "texelscope: no Python with glad 2 found; install python3-glad, or set TEXELSCOPE_GLAD_PYTHON")
  endif()

  set(directory ${CMAKE_CURRENT_BINARY_DIR}/glad)
  set(outputs ${directory}/src/gl.c ${directory}/src/egl.c)
  list(JOIN glad_extensions "," extensions)
  # Without --reproducible, glad downloads the specifications.
  add_custom_command(
    OUTPUT ${outputs} ${directory}/include/glad/gl.h ${directory}/include/glad/egl.h
    COMMAND ${TEXELSCOPE_GLAD_PYTHON} -m glad --quiet --reproducible --api ${glad_api} --extensions ${extensions}
            --out-path ${directory} c --loader
    COMMENT "Generating the GL and EGL loaders"
    VERBATIM)
  set(${sources} ${outputs} PARENT_SCOPE)
  set(${include_directory} ${directory}/include PARENT_SCOPE)
endfunction()
