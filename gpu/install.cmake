# Installs the compute library as the CMake package texelscope: find_package(texelscope), texelscope::gpu.
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

# Common to all libraries of the package. An export belongs to a single component, so this component is installed with
# each of the others.
install(TARGETS texelscope_layout EXPORT texelscopeLayoutTargets COMPONENT package)
install(EXPORT texelscopeLayoutTargets NAMESPACE texelscope:: DESTINATION ${package_folder} COMPONENT package)
set(toolkit_root "")
if(TEXELSCOPE_WITH_CUDA)
  set(toolkit_root ${CUDAToolkit_TARGET_DIR})
endif()
configure_package_config_file(texelscopeConfig.cmake.in texelscopeConfig.cmake INSTALL_DESTINATION ${package_folder}
                              NO_SET_AND_CHECK_MACRO)
write_basic_package_version_file(texelscopeConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/texelscopeConfig.cmake ${CMAKE_CURRENT_BINARY_DIR}/texelscopeConfigVersion.cmake
              ${PROJECT_SOURCE_DIR}/cmake/Kernels.cmake ${PROJECT_SOURCE_DIR}/cmake/ImageTest.cmake
              ${PROJECT_SOURCE_DIR}/cmake/RunImageTest.cmake ${PROJECT_SOURCE_DIR}/cmake/UpdateImages.cmake
        DESTINATION ${package_folder} COMPONENT package)

# texelscope_install_package_with(COMPONENT). An installation that names no component includes all of them anyway.
set(TEXELSCOPE_INSTALL_OF_PACKAGE ${CMAKE_CURRENT_BINARY_DIR}/cmake_install.cmake CACHE INTERNAL "Installs the component package")
function(texelscope_install_package_with component)
  install(CODE "
    if(CMAKE_INSTALL_COMPONENT)
      set(CMAKE_INSTALL_COMPONENT package)
      include(\"${TEXELSCOPE_INSTALL_OF_PACKAGE}\")
      set(CMAKE_INSTALL_COMPONENT ${component})
    endif()" COMPONENT ${component})
endfunction()
texelscope_install_package_with(gpu)
