# Installs the program to a separate folder, checks the installed files, and uninstalls it.
# Requires BUILD, UNINSTALL (the script), WORK, VERSION.

include(${CMAKE_CURRENT_LIST_DIR}/run.cmake)

function(expect text pattern what)
  if(NOT text MATCHES "${pattern}")
    message(FATAL_ERROR "${what}: no '${pattern}' in:\n${text}")
  endif()
endfunction()

file(REMOVE_RECURSE ${WORK})
set(prefix ${WORK}/prefix)
run("installing" ${CMAKE_COMMAND} --install ${BUILD} --prefix ${prefix} --component app)
file(COPY ${BUILD}/install_manifest_app.txt DESTINATION ${WORK})

run("the installed program" ${prefix}/bin/texelscope --version)
expect("${output}" "^texelscope ${VERSION}\n" "its version")
foreach(file man/man1/texelscope.1.gz bash-completion/completions/texelscope zsh/site-functions/_texelscope
             fish/vendor_completions.d/texelscope.fish applications/texelscope.desktop mime/packages/texelscope.xml
             icons/hicolor/16x16/apps/texelscope.png icons/hicolor/scalable/apps/texelscope.svg texelscope/assets/photo.png
             texelscope/gdb/texelscope-gdb.py texelscope/gdb/texelscope_gdb/command.py
             doc/texelscope/README.md doc/texelscope/docs/command-line.md doc/texelscope/copyright doc/texelscope/changelog.gz)
  if(NOT EXISTS ${prefix}/share/${file})
    message(FATAL_ERROR "share/${file} is not installed")
  endif()
endforeach()

# The installed program renders the same bytes as the program in the build folder, even with a picture from the assets.
# Exit code 3: no GL.
foreach(scene plasma image)
  foreach(program ${prefix} ${BUILD})
    cmake_path(GET program FILENAME name)
    set(frame ${WORK}/${scene}_${name}.png)
    execute_process(COMMAND ${program}/bin/texelscope render ${scene} --frame 3 --size 96x64 --device cpu --out ${frame}
                    RESULT_VARIABLE code ERROR_VARIABLE error)
    if(NOT code MATCHES "^[03]$")
      message(FATAL_ERROR "${program}/bin/texelscope render ${scene}: code ${code}: ${error}")
    endif()
    list(APPEND frames_of_${scene} ${frame})
  endforeach()
  if(code EQUAL 0)
    run("comparing the frames of ${scene}" ${CMAKE_COMMAND} -E compare_files ${frames_of_${scene}})
  endif()
endforeach()

# A release begins with an entry in the changelog.
run("the changelog" gzip --decompress --stdout ${prefix}/share/doc/texelscope/changelog.gz)
expect("${output}" "^texelscope \\(${VERSION}\\) " "packaging/changelog begins with a different version than CMakeLists.txt")

find_program(desktop_file_validate desktop-file-validate)
if(desktop_file_validate)
  run("the desktop file" ${desktop_file_validate} ${prefix}/share/applications/texelscope.desktop)
  expect("${output}" "^$" "the desktop file")
endif()
find_program(update_mime_database update-mime-database)
if(update_mime_database)
  file(COPY ${prefix}/share/mime/packages DESTINATION ${WORK}/mime)
  run("the MIME types" ${update_mime_database} ${WORK}/mime)
  file(READ ${WORK}/mime/globs2 globs)
  expect("${globs}" "application/x-npy:\\*.npy" "the MIME types")
endif()

# Files that were not installed remain.
file(WRITE ${prefix}/share/texelscope/assets/mine.txt "mine")
run("uninstalling" ${CMAKE_COMMAND} -D BUILD=${WORK} -P ${UNINSTALL})
file(GLOB_RECURSE left LIST_DIRECTORIES TRUE RELATIVE ${prefix} ${prefix}/*)
if(NOT left STREQUAL "share;share/texelscope;share/texelscope/assets;share/texelscope/assets/mine.txt")
  message(FATAL_ERROR "these files remain: ${left}")
endif()
