# Installs the compute library as the CMake package texelscope: find_package(texelscope), texelscope::gpu.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

set_target_properties(texelscope_layout PROPERTIES EXPORT_NAME layout)
set_target_properties(texelscope_gpu PROPERTIES EXPORT_NAME gpu)
add_library(texelscope::layout ALIAS texelscope_layout)
add_library(texelscope::gpu ALIAS texelscope_gpu)

set(package_folder ${CMAKE_INSTALL_LIBDIR}/cmake/texelscope)
install(TARGETS texelscope_layout texelscope_gpu EXPORT texelscopeTargets COMPONENT gpu)
install(DIRECTORY include/texelscope DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT gpu FILES_MATCHING PATTERN "*.h")
install(EXPORT texelscopeTargets NAMESPACE texelscope:: DESTINATION ${package_folder} COMPONENT gpu)

set(toolkit_root "")
if(TEXELSCOPE_WITH_CUDA)
  set(toolkit_root ${CUDAToolkit_TARGET_DIR})
endif()
configure_package_config_file(texelscopeConfig.cmake.in texelscopeConfig.cmake INSTALL_DESTINATION ${package_folder}
                              NO_SET_AND_CHECK_MACRO)
write_basic_package_version_file(texelscopeConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/texelscopeConfig.cmake ${CMAKE_CURRENT_BINARY_DIR}/texelscopeConfigVersion.cmake
              ${PROJECT_SOURCE_DIR}/cmake/Kernels.cmake ${PROJECT_SOURCE_DIR}/cmake/GoldenTest.cmake
              ${PROJECT_SOURCE_DIR}/cmake/RunGoldenTest.cmake
        DESTINATION ${package_folder} COMPONENT gpu)
