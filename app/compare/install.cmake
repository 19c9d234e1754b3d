# Two components: compare (the program with its manual page) and compare_library (the library texelscope::compare with its
# headers and CMake files), for find_package(texelscope COMPONENTS compare).
include(GNUInstallDirs)

set(made ${CMAKE_CURRENT_BINARY_DIR}/made)
file(MAKE_DIRECTORY ${made})
add_custom_command(TARGET texelscope_compare_program POST_BUILD
  COMMAND texelscope_compare_program manual > ${made}/texelscope-compare.1
  COMMAND gzip --best --no-name --force --keep ${made}/texelscope-compare.1
  VERBATIM)
install(TARGETS texelscope_compare_program COMPONENT compare)
install(FILES ${made}/texelscope-compare.1.gz DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 COMPONENT compare)

set_target_properties(texelscope_images PROPERTIES EXPORT_NAME images)
set_target_properties(texelscope_compare PROPERTIES EXPORT_NAME comparison)
set_target_properties(texelscope_compare_library PROPERTIES EXPORT_NAME compare)
add_library(texelscope::compare ALIAS texelscope_compare_library)
install(TARGETS texelscope_images texelscope_compare texelscope_compare_library EXPORT texelscopeCompareTargets
        COMPONENT compare_library)
install(DIRECTORY compare/include/texelscope DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT compare_library
        FILES_MATCHING PATTERN "*.h")
install(EXPORT texelscopeCompareTargets NAMESPACE texelscope:: DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/texelscope
        COMPONENT compare_library)
texelscope_install_with(compare_library layout package)
