# Writes a .cpp file that embeds text files as character arrays.
# cmake -DOUTPUT=FILE -DNAMESPACE=NAME -DFILES=FILE;FILE;... -P EmbedText.cmake
# Each file becomes extern const std::string_view NAME. NAME is the file name with _ for characters that are not allowed.
set(text "#include <string_view>\n\nnamespace ${NAMESPACE} {\n")
foreach(file IN LISTS FILES)
  get_filename_component(name ${file} NAME)
  string(MAKE_C_IDENTIFIER ${name} name)
  file(READ ${file} bytes HEX)
  string(REGEX REPLACE "(................................)" "\\1\n" bytes "${bytes}")
  string(REGEX REPLACE "([0-9a-f][0-9a-f])" "'\\\\x\\1'," bytes "${bytes}")
  string(APPEND text "static constexpr char ${name}_bytes[] = {\n${bytes}};\n"
                     "extern const std::string_view ${name};\n"
                     "const std::string_view ${name}{${name}_bytes, sizeof ${name}_bytes};\n")
endforeach()
string(APPEND text "}  // namespace ${NAMESPACE}\n")
file(WRITE ${OUTPUT} "${text}")
