# Packages for Debian and Ubuntu: `cpack -G DEB` in the build folder creates texelscope (the program), texelscope-compare (only
# the image comparison), libtexelscope-texture-unit (the texture unit as a C library), libtexelscope-inspect (for programs that
# show their arrays) and texelscope-dev (the other libraries).
# tools/check_package.sh tests the first four on a bare system.

include(GNUInstallDirs)

# Debian changelogs are compressed. The version at the top is the project's, which a test verifies.
set(changelog ${PROJECT_BINARY_DIR}/changelog.gz)
set(packaging ${PROJECT_SOURCE_DIR}/packaging)
add_custom_command(OUTPUT ${changelog} COMMAND gzip --best --no-name --stdout ${packaging}/changelog > ${changelog}
                   DEPENDS ${packaging}/changelog VERBATIM)
add_custom_target(texelscope_changelog DEPENDS ${changelog})
add_dependencies(texelscope_compare_program texelscope_changelog)
install(FILES ${changelog} ${packaging}/copyright DESTINATION ${CMAKE_INSTALL_DOCDIR}-compare COMPONENT compare)
install(FILES ${changelog} ${packaging}/copyright DESTINATION ${CMAKE_INSTALL_DOCDIR}-dev COMPONENT compare_library)
if(TEXELSCOPE_APP)
  add_dependencies(texelscope texelscope_changelog)
  install(FILES ${changelog} DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT app)
  install(FILES ${packaging}/lintian-overrides DESTINATION ${CMAKE_INSTALL_DATAROOTDIR}/lintian/overrides RENAME texelscope COMPONENT app)
  install(FILES ${changelog} ${packaging}/copyright DESTINATION ${CMAKE_INSTALL_DOCDIR}-dev COMPONENT gpu)
  install(FILES ${changelog} ${packaging}/copyright DESTINATION ${CMAKE_INSTALL_DATAROOTDIR}/doc/libtexelscope-texture-unit
          COMPONENT texture_unit)
  install(FILES ${changelog} ${packaging}/copyright DESTINATION ${CMAKE_INSTALL_DATAROOTDIR}/doc/libtexelscope-inspect
          COMPONENT inspect)
endif()

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "instrument for the seam between graphics and compute")
set(CPACK_PACKAGE_CONTACT "The texelscope maintainers <maintainers@users.noreply.a-seed-f709f483.example>")
set(CPACK_STRIP_FILES ON)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
# Without the program, a build contains only the comparison, and cpack and installation must not build the rest first, such
# as the compute library.
set(CPACK_COMPONENTS_ALL compare compare_library)
if(NOT TEXELSCOPE_APP)
  set(CMAKE_SKIP_INSTALL_ALL_DEPENDENCY TRUE)
endif()
if(TEXELSCOPE_APP)
  list(APPEND CPACK_COMPONENTS_ALL app gpu texture_unit inspect)
endif()
set(CPACK_COMPONENTS_GROUPING ONE_PER_GROUP)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(CPACK_DEBIAN_PACKAGE_SECTION graphics)

set(CPACK_DEBIAN_APP_PACKAGE_NAME texelscope)
set(CPACK_COMPONENT_APP_DESCRIPTION "A window and a command line for inspecting textures, surfaces, tensors and the
kernels that write them. texelscope registers OpenGL textures and Vulkan images
as graphics resources, maps them into CUDA arrays, lets kernels write them, and
shows the result texel by texel. Without an NVIDIA GPU, a reference device runs
the same kernels on the CPU, and frames are byte-identical on both.")
set(CPACK_DEBIAN_APP_PACKAGE_SHLIBDEPS ON)
# Loaded at run time, so dpkg-shlibdeps cannot find them.
set(CPACK_DEBIAN_APP_PACKAGE_DEPENDS "libegl1, libgl1")
set(CPACK_DEBIAN_APP_PACKAGE_RECOMMENDS "libgl1-mesa-dri, libvulkan1, mesa-vulkan-drivers, fonts-inter, fonts-dejavu-core")
# The CUDA driver, NVRTC or a compiler for the kernel editor, a video encoder, and a clipboard for copied pictures.
set(CPACK_DEBIAN_APP_PACKAGE_SUGGESTS "libcuda1, nvidia-cuda-toolkit, g++, ffmpeg, gdb, binutils, xclip | wl-clipboard, fonts-noto-core, fonts-noto-cjk | fonts-droid-fallback")

set(CPACK_DEBIAN_COMPARE_PACKAGE_NAME texelscope-compare)
set(CPACK_COMPONENT_COMPARE_DESCRIPTION "Compares images and folders of images, for machines that run tests: with limits
that separate noise from defects, a report page, and JUnit output. It is the
subcommand compare of texelscope, without the parts that need a GPU or display.")
set(CPACK_DEBIAN_COMPARE_PACKAGE_SHLIBDEPS ON)

set(CPACK_DEBIAN_TEXTURE_UNIT_PACKAGE_NAME libtexelscope-texture-unit)
set(CPACK_DEBIAN_TEXTURE_UNIT_PACKAGE_SECTION libs)
set(CPACK_COMPONENT_TEXTURE_UNIT_DESCRIPTION "A model of a GPU's texture unit as a C library: it reads texels as
CUDA's texture instructions read them on an H200, bit for bit, one
by one or millions at once, and explains each step. It needs no GPU
and no driver. Header and CMake package are included.")
set(CPACK_DEBIAN_TEXTURE_UNIT_PACKAGE_SHLIBDEPS ON)
# Other packages that link the library depend on this one.
set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS ON)
set(CPACK_DEBIAN_TEXTURE_UNIT_PACKAGE_CONTROL_EXTRA ${packaging}/triggers)

set(CPACK_DEBIAN_INSPECT_PACKAGE_NAME libtexelscope-inspect)
set(CPACK_DEBIAN_INSPECT_PACKAGE_SECTION libs)
set(CPACK_COMPONENT_INSPECT_DESCRIPTION "Shows arrays of a running program in the window of texelscope, live: host
memory through shared memory, memory of CUDA devices without a copy through
the host. Without a window, a call is one comparison. Headers for C, C++17 and
C++20, and a CMake package, are included.")
set(CPACK_DEBIAN_INSPECT_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_INSPECT_PACKAGE_CONTROL_EXTRA ${packaging}/triggers)

set(CPACK_DEBIAN_DEV_PACKAGE_NAME texelscope-dev)
set(CPACK_DEBIAN_DEV_PACKAGE_SECTION libdevel)
set(CPACK_COMPONENT_DEV_DESCRIPTION "The compute library: streams, buffers, CUDA arrays, texture and surface
objects, graphics resources, strided layouts and views of tensors, for CUDA
devices and for a reference device on the CPU. And the comparison of images,
with a matcher for GoogleTest. They are static libraries with headers and a
CMake package.")
set(CPACK_DEBIAN_DEV_PACKAGE_DEPENDS "libastcenc-dev, libfmt-dev, libjpeg-dev, libopenexr-dev, libpng-dev, libtiff-dev, libwebp-dev, libzstd-dev, pkgconf, zlib1g-dev")
if(TEXELSCOPE_APP)
  # The package of the texture unit contains the CMake package of all libraries.
  string(APPEND CPACK_DEBIAN_DEV_PACKAGE_DEPENDS
         ", libhwy-dev, libtexelscope-texture-unit (= ${PROJECT_VERSION}), nlohmann-json3-dev")
endif()

include(CPack)
cpack_add_component_group(dev DESCRIPTION "${CPACK_COMPONENT_DEV_DESCRIPTION}")
cpack_add_component(compare_library GROUP dev)
if(TEXELSCOPE_APP)
  cpack_add_component(gpu GROUP dev)
endif()
