"""Validates JSON files against a JSON Schema with PyPI's jsonschema.

    check_schema.py SCHEMA FILE...

Checks the schema itself, then prints a line of JSON a file: the places of the schema's complaints, none for a
valid file.
"""

import json
import sys

import jsonschema


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        schema = json.load(file)
    jsonschema.Draft202012Validator.check_schema(schema)
    validator = jsonschema.Draft202012Validator(schema)
    for name in sys.argv[2:]:
        with open(name, encoding="utf-8") as file:
            instance = json.load(file)
        places = []
        for error in validator.iter_errors(instance):
            place = error.json_path.removeprefix("$").removeprefix(".")
            if error.validator == "additionalProperties":
                # The complaint is about the object; name the keys.
                known = error.schema.get("properties", {})
                keys = [key for key in error.instance if key not in known]
                places += [f"{place}.{key}".removeprefix(".") for key in keys]
            else:
                places.append(place)
        print(json.dumps(sorted(set(places))))


main()
