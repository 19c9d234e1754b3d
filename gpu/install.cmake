# Installs the compute library and the texture unit as the CMake package texelscope: find_package(texelscope),
# texelscope::gpu, texelscope::texture_unit.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

set_target_properties(texelscope_layout PROPERTIES EXPORT_NAME layout)
set_target_properties(texelscope_gpu PROPERTIES EXPORT_NAME gpu)
add_library(texelscope::layout ALIAS texelscope_layout)
add_library(texelscope::gpu ALIAS texelscope_gpu)

set(package_folder ${CMAKE_INSTALL_LIBDIR}/cmake/texelscope)
install(TARGETS texelscope_gpu EXPORT texelscopeTargets COMPONENT gpu)
install(DIRECTORY include/texelscope DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT gpu FILES_MATCHING PATTERN "*.h")
install(EXPORT texelscopeTargets NAMESPACE texelscope:: DESTINATION ${package_folder} COMPONENT gpu)

install(TARGETS texelscope_texture_unit EXPORT texelscopeTextureUnitTargets COMPONENT texture_unit)
install(FILES texture_unit_library/include/texelscope_texture_unit.h DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT texture_unit)
install(EXPORT texelscopeTextureUnitTargets NAMESPACE texelscope:: DESTINATION ${package_folder} COMPONENT texture_unit)

# Common to several libraries of the package. An export belongs to a single component, so the components `layout` and
# `package` are installed with others.
install(TARGETS texelscope_layout EXPORT texelscopeLayoutTargets COMPONENT layout)
install(EXPORT texelscopeLayoutTargets NAMESPACE texelscope:: DESTINATION ${package_folder} COMPONENT layout)
set(toolkit_root "")
if(TEXELSCOPE_WITH_CUDA)
  set(toolkit_root ${CUDAToolkit_TARGET_DIR})
endif()
configure_package_config_file(texelscopeConfig.cmake.in texelscopeConfig.cmake INSTALL_DESTINATION ${package_folder}
                              NO_SET_AND_CHECK_MACRO)
write_basic_package_version_file(texelscopeConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/texelscopeConfig.cmake ${CMAKE_CURRENT_BINARY_DIR}/texelscopeConfigVersion.cmake
              ${PROJECT_SOURCE_DIR}/cmake/Kernels.cmake ${PROJECT_SOURCE_DIR}/cmake/ImageTest.cmake
              ${PROJECT_SOURCE_DIR}/cmake/ReportImages.cmake ${PROJECT_SOURCE_DIR}/cmake/RunImageTest.cmake ${PROJECT_SOURCE_DIR}/cmake/UpdateImages.cmake
        DESTINATION ${package_folder} COMPONENT package)

# texelscope_install_with(COMPONENT OTHERS…). An installation that names no component includes all of them anyway.
set(TEXELSCOPE_INSTALL_OF_OTHERS ${CMAKE_CURRENT_BINARY_DIR}/cmake_install.cmake CACHE INTERNAL "Installs the common components")
function(texelscope_install_with component)
  foreach(other IN LISTS ARGN)
    set(condition CMAKE_INSTALL_COMPONENT)
    if(TEXELSCOPE_APP AND other STREQUAL "package" AND NOT component STREQUAL "texture_unit")
      # Two Debian packages cannot contain the same file: texelscope-dev depends on that of the texture unit instead.
      string(APPEND condition [[ AND NOT "$ENV{DESTDIR}" MATCHES "/_CPack_Packages/"]])
    endif()
    install(CODE "
    if(${condition})
      set(CMAKE_INSTALL_COMPONENT ${other})
      include(\"${TEXELSCOPE_INSTALL_OF_OTHERS}\")
      set(CMAKE_INSTALL_COMPONENT ${component})
    endif()" COMPONENT ${component})
  endforeach()
endfunction()
texelscope_install_with(gpu layout package)
texelscope_install_with(texture_unit package)
