# Prints the public functions that C++ headers declare, one per line and in any order: `name` for a function of a namespace,
# `Type::name` for a member function. Leaves out operators, constructors and destructors, and what is private.
# Usage: awk -f public_functions.awk HEADER...

# Prints the name of the function that the text declares, if it declares one.
function declare(text,    head, name) {
    while (gsub(/<[^<>]*>/, "", text)) {}  # template arguments
    head = text
    if (!sub(/\(.*/, "", head) || head ~ /=/) return
    if (text ~ /(^|[^a-z_])(operator|friend|using|static_assert)([^a-z_]|$)|=[ ]*delete|~/) return
    name = head
    sub(/[ ]*$/, "", name)
    sub(/.*[^A-Za-z0-9_]/, "", name)
    if (kind[depth] == "namespace") print name
    else if (name != type[depth]) print type[depth] "::" name
}

# Handles the text of a declaration up to `end`, which is one of ; { and }.
function take(text, end) {
    gsub(/[ \t\n]+/, " ", text)
    gsub(/alignas\([^()]*\) */, "", text)
    sub(/ *$/, "", text)
    while (match(text, /^ *(public|private|protected) *:/)) {
        hidden[depth] = text !~ /^ *public/
        text = substr(text, RSTART + RLENGTH)
    }
    sub(/^ */, "", text)
    if (end == "}") {
        if (depth > 0) --depth
        return
    }
    visible = (kind[depth] == "namespace" || kind[depth] == "type") && !hidden[depth]
    if (end == ";") {
        if (visible) declare(text)
        return
    }
    opened = "body"
    sub(/^(template *<.*> *)?/, "", text)
    if (text ~ /^(inline )?namespace/) opened = "namespace"
    else if (text ~ /^(struct|class|union) [^(]*$/) opened = "type"
    else if (visible && text ~ /\(/ && text !~ /^enum/) declare(text)
    name = text
    sub(/ (:|final).*/, "", name)
    sub(/.* /, "", name)
    kind[++depth] = opened
    type[depth] = name
    hidden[depth] = opened == "type" && (text ~ /^class/ || !visible)
}

FNR == 1 { depth = 0; kind[0] = "namespace"; hidden[0] = 0; text = "" }
/^[ \t]*#/ { next }
{
    line = $0
    gsub(/'[^']'/, "0", line)
    gsub(/"([^"\\]|\\.)*"/, "0", line)
    sub(/\/\/.*/, "", line)
    gsub(/= *\{\}/, "= 0", line)
    text = text " " line
    while (match(text, /[;{}]/)) {
        end = substr(text, RSTART, 1)
        rest = substr(text, RSTART + 1)
        take(substr(text, 1, RSTART - 1), end)
        text = rest
    }
}
