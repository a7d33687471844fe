"""Reads a choice.json (scripts/choice-trial --maps): the times of every technique and of auto on a
grid of inputs."""
import json


def read(path, context):
    """The maps in the file; [] if the file does not exist."""
    if not path.exists():
        return []
    found = json.loads(path.read_text(encoding="utf-8"))
    for key in ("cpu", "isa", "commit"):
        if found[key] != context[key]:
            raise ValueError(f"{path.name} has a different {key} from the suite")
    return found["maps"]
