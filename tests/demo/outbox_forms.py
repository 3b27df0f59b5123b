"""The part of JSON Schema (draft-07) that the outbox schemas use. A keyword outside it is an error, not a pass."""

import re

KNOWN = {"$schema", "$id", "$ref", "title", "description", "definitions", "type", "properties", "required",
         "additionalProperties", "items", "minItems", "maxItems", "minLength", "maxLength", "minimum", "maximum",
         "pattern", "enum", "const", "oneOf"}
TYPES = {"object": dict, "array": list, "string": str, "integer": int, "boolean": bool}


def is_type(value, name):
    return isinstance(value, TYPES[name]) and not (name == "integer" and isinstance(value, bool))


def faults(schema, value, root=None, pointer=""):
    """What is wrong with a value, as a list of (JSON pointer, text)."""
    root = root or schema
    unknown = set(schema) - KNOWN
    if unknown:
        raise ValueError(f"schema keywords not known here: {', '.join(sorted(unknown))}")
    if "$ref" in schema:
        return faults(root["definitions"][schema["$ref"].removeprefix("#/definitions/")], value, root, pointer)
    here = pointer or "/"
    if "type" in schema and not is_type(value, schema["type"]):
        return [(here, f"{schema['type']} expected, found {value!r}")]
    if "const" in schema and value != schema["const"]:
        return [(here, f"{schema['const']!r} expected, found {value!r}")]
    if "enum" in schema and value not in schema["enum"]:
        return [(here, f"one of {schema['enum']} expected, found {value!r}")]
    found = []
    if "oneOf" in schema:
        tried = [faults(choice, value, root, pointer) for choice in schema["oneOf"]]
        if sum(not each for each in tried) != 1:
            found.append((here, f"fits {sum(not each for each in tried)} of {len(tried)} forms: {tried}"))
    if isinstance(value, dict):
        found += [(here, f"member {name!r} is missing") for name in schema.get("required", []) if name not in value]
        for name, member in value.items():
            if name in schema.get("properties", {}):
                found += faults(schema["properties"][name], member, root, f"{pointer}/{name}")
            elif schema.get("additionalProperties") is False:
                found.append((here, f"member {name!r} is not known"))
    if isinstance(value, list):
        if not schema.get("minItems", 0) <= len(value) <= schema.get("maxItems", len(value)):
            found.append((here, f"has {len(value)} items"))
        for i, item in enumerate(value):
            found += faults(schema.get("items", {}), item, root, f"{pointer}/{i}")
    if isinstance(value, str):
        if not schema.get("minLength", 0) <= len(value) <= schema.get("maxLength", len(value)):
            found.append((here, f"has {len(value)} characters"))
        if "pattern" in schema and not re.search(schema["pattern"], value):
            found.append((here, f"{value!r} does not fit {schema['pattern']}"))
    if is_type(value, "integer") and not schema.get("minimum", value) <= value <= schema.get("maximum", value):
        found.append((here, f"{value} is out of range"))
    return found


def undescribed(schema, pointer=""):
    """Pointers of the members that carry no description: the prompt shows the schema as it is."""
    found = []
    for name, member in schema.get("properties", {}).items():
        found += [] if "description" in member or "$ref" in member else [f"{pointer}/{name}"]
        found += undescribed(member, f"{pointer}/{name}")
    for name, member in schema.get("definitions", {}).items():
        found += undescribed(member, f"{pointer}/definitions/{name}")
    if "items" in schema:
        found += undescribed(schema["items"], f"{pointer}/items")
    for i, choice in enumerate(schema.get("oneOf", [])):
        found += undescribed(choice, f"{pointer}/oneOf/{i}")
    return found
