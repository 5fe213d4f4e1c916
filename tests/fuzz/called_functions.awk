# Prints the functions that C++ files call, one per line and in any order: `name` for a call without an object, `Type::name` for
# a call with an object or a type. The type of an object is known only if the object is a variable that the same function
# declares with its type, or with a Result, optional or pointer of this type.
# Usage: awk -v types='TYPE...' -f called_functions.awk FILE... TYPE: the types whose members are printed.

BEGIN {
    count = split(types, list, " ")
    for (i = 1; i <= count; ++i) is_type[list[i]] = 1
}

# Remembers the variables that a line declares.
function declare(line,    type, name) {
    while (match(line, /[A-Z][A-Za-z0-9]*(<[^<>;()]*>)?>*[ &*]+[a-z_][a-z_0-9]*[ ;{(=,):]/)) {
        name = substr(line, RSTART, RLENGTH - 1)
        line = substr(line, RSTART + RLENGTH - 1)
        type = name
        sub(/[<> &*].*/, "", type)
        # Result<Type> and std::optional<Type>: the type is inside
        if (type == "Result") {
            sub(/^Result</, "", name)
            if (!("Result" in is_type)) type = name
            declare_one("Result", name)
            type = name
            sub(/[<> &*].*/, "", type)
        }
        declare_one(type, name)
    }
}
function declare_one(type, name) {
    sub(/.*[ &*]/, "", name)
    if (type in is_type) types_of[name] = types_of[name] " " type
}

function print_calls(line,    call, object, parts, n, k) {
    while (match(line, /([A-Za-z_0-9]+(<[^<>;()]*>)?(\{[^{}]*\})?(\.|->|::))?[a-z_0-9]+\(/)) {
        call = substr(line, RSTART, RLENGTH - 1)
        before = RSTART > 1 ? substr(line, RSTART - 1, 1) : ""
        line = substr(line, RSTART + RLENGTH)
        if (call !~ /[.>:]/) {
            if (before !~ /[.>:]/) print call
            continue
        }
        object = call
        sub(/(\.|->|::)[a-z_0-9]+$/, "", object)
        sub(/.*(\.|->|::)/, "", call)
        if (object == "navspan") print call
        sub(/[<{].*/, "", object)
        if (object in is_type) print object "::" call
        n = split(types_of[object], parts, " ")
        for (k = 1; k <= n; ++k) print parts[k] "::" call
    }
}

FNR == 1 || /^}/ { split("", types_of) }
{
    sub(/\/\/.*/, "")
    declare($0)
    print_calls($0)
}
