# Removes the files that `cmake --install` wrote, and folders below the prefix that are then empty. Run by the target
# uninstall with BUILD, which contains a manifest of the last install of each component. DESTDIR must be the same as for
# the installation.

file(GLOB manifests ${BUILD}/install_manifest*.txt)
if(NOT manifests)
  message(FATAL_ERROR "nothing to uninstall: ${BUILD} contains no install_manifest.txt, which cmake --install writes")
endif()

foreach(manifest IN LISTS manifests)
  file(STRINGS ${manifest} files)
  list(TRANSFORM files PREPEND "$ENV{DESTDIR}")
  list(GET files 0 prefix)
  set(folders "")
  foreach(file IN LISTS files)
    while(NOT file MATCHES "^${prefix}/")
      get_filename_component(prefix ${prefix} DIRECTORY)
    endwhile()
    get_filename_component(folder ${file} DIRECTORY)
    list(APPEND folders ${folder})
    message(STATUS "Removing ${file}")
    file(REMOVE ${file})
  endforeach()

  list(REMOVE_DUPLICATES folders)
  foreach(folder IN LISTS folders)
    # System folders stay, even if empty.
    while(folder MATCHES "^${prefix}/" AND NOT folder MATCHES "^/usr(/local)?/([^/]+|share/man(/man1)?)$")
      file(GLOB entries "${folder}/*" "${folder}/.*")
      if(entries)
        break()
      endif()
      file(REMOVE_RECURSE ${folder})
      get_filename_component(folder ${folder} DIRECTORY)
    endwhile()
  endforeach()
  file(REMOVE ${manifest})
endforeach()
