"""YAML documents, read and written by PyYAML."""


class NotYaml(Exception):
    """Text that is not YAML, with the reason on one line."""


def load_yaml(text: str) -> object:
    """Return the value of the document ``text``; raises `NotYaml`."""
    import yaml  # few commands read YAML that is not plain

    try:
        return yaml.load(text, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))  # noqa: S506 both are safe
    except (yaml.YAMLError, RecursionError, ValueError) as error:
        raise NotYaml(f"not YAML: {' '.join(str(error).split())}") from None


def dump_yaml(value: object) -> str:
    """Return ``value``, of dictionaries, lists, strings and numbers, as a document with the order
    of its keys.
    """
    import yaml  # as above

    return yaml.safe_dump(value, sort_keys=False, width=1000)
