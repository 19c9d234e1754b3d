# Installs the program with its files for the desktop and the shell. The program generates its manual page and
# completions in each build.
include(GNUInstallDirs)

set(made ${CMAKE_CURRENT_BINARY_DIR}/made)
file(MAKE_DIRECTORY ${made})
add_custom_command(TARGET texelscope POST_BUILD
  COMMAND texelscope manual > ${made}/texelscope.1
  COMMAND gzip --best --no-name --force --keep ${made}/texelscope.1
  COMMAND texelscope completion bash > ${made}/texelscope.bash
  COMMAND texelscope completion zsh > ${made}/_texelscope
  COMMAND texelscope completion fish > ${made}/texelscope.fish
  VERBATIM)

install(TARGETS texelscope COMPONENT app)
# Not as a target, which packages strip of its line table.
install(PROGRAMS $<TARGET_FILE:texelscope_recorded_scenes> DESTINATION lib/texelscope COMPONENT app)
install(DIRECTORY ${CMAKE_SOURCE_DIR}/assets/ DESTINATION ${CMAKE_INSTALL_DATADIR}/texelscope/assets COMPONENT app
        FILES_MATCHING PATTERN "*.png" PATTERN "*.json" PATTERN icon EXCLUDE)
install(DIRECTORY ${CMAKE_SOURCE_DIR}/inspect/gdb DESTINATION ${CMAKE_INSTALL_DATADIR}/texelscope COMPONENT app
        FILES_MATCHING PATTERN "*.py" PATTERN __pycache__ EXCLUDE)
install(FILES ${made}/texelscope.1.gz DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 COMPONENT app)
install(FILES ${made}/texelscope.bash DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions RENAME texelscope
        COMPONENT app)
# The folder that zsh searches: system packages use a different folder than other installations.
install(CODE "
  set(folder site-functions)
  if(CMAKE_INSTALL_PREFIX MATCHES \"/usr$\")
    set(folder vendor-completions)
  endif()
  file(INSTALL DESTINATION \"\${CMAKE_INSTALL_PREFIX}/${CMAKE_INSTALL_DATADIR}/zsh/\${folder}\" TYPE FILE FILES \"${made}/_texelscope\")"
  COMPONENT app)
install(FILES ${made}/texelscope.fish DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d COMPONENT app)

set(packaging ${CMAKE_SOURCE_DIR}/packaging)
install(FILES ${packaging}/texelscope.desktop DESTINATION ${CMAKE_INSTALL_DATADIR}/applications COMPONENT app)
install(FILES ${packaging}/texelscope.xml DESTINATION ${CMAKE_INSTALL_DATADIR}/mime/packages COMPONENT app)
set(icons ${CMAKE_INSTALL_DATADIR}/icons/hicolor)
foreach(size 16 24 32 48 64 128 256)
  install(FILES ${CMAKE_SOURCE_DIR}/assets/icon/texelscope_${size}.png DESTINATION ${icons}/${size}x${size}/apps
          RENAME texelscope.png COMPONENT app)
endforeach()
install(FILES ${CMAKE_SOURCE_DIR}/assets/icon/texelscope.svg DESTINATION ${icons}/scalable/apps COMPONENT app)
install(FILES ${CMAKE_SOURCE_DIR}/README.md ${packaging}/copyright DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT app)
install(DIRECTORY ${CMAKE_SOURCE_DIR}/docs DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT app)
