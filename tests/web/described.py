"""Holds answers to the server's own description of them."""

from __future__ import annotations

import json
from functools import lru_cache
from typing import Any

import jsonschema_rs

from stbpi.web.openapi import description

Headers = Any


@lru_cache(maxsize=256)
def validator(method: str, path: str, status: int, content_type: str) -> jsonschema_rs.Draft202012Validator:
    """What an answer must be; fails where there is none such."""
    call = description()["paths"][path][method]
    assert str(status) in call["responses"], f"{method} {path} answers {status}, which is not described"
    answer = call["responses"][str(status)]
    content = answer.get("content", {})
    if not content:
        return jsonschema_rs.Draft202012Validator(True)
    assert content_type in content, f"{method} {path} answers {content_type}; described is {[*content]}"
    return jsonschema_rs.Draft202012Validator(
        {"components": description()["components"], **content[content_type].get("schema", {})}
    )


@lru_cache(maxsize=1)
def state_validator() -> jsonschema_rs.Draft202012Validator:
    """What every state must be."""
    return jsonschema_rs.Draft202012Validator(
        {"components": description()["components"], "$ref": "#/components/schemas/State"}
    )


def check_answer(method: str, path: str, status: int, headers: Headers, text: str) -> None:
    """Fail unless the answer of a described call is as it is described. Other calls are nobody's business."""
    path, method = path.partition("?")[0], method.lower()
    if method not in description()["paths"].get(path, {}) or not text:
        return
    content_type = headers.get("Content-Type", "").partition(";")[0]
    if status == 200 and content_type != "application/json":
        validator(method, path, status, content_type)
        return
    found = validator(method, path, status, content_type)
    for error in found.iter_errors(json.loads(text)):
        raise AssertionError(f"{method} {path} answers {status} with {error}")
    for name, header in (
        description()["paths"][path][method]["responses"][str(status)].get("headers", {}).items()
    ):
        assert not header["required"] or name in headers, f"{method} {path} answers {status} without {name}"


def check_state(state: object) -> None:
    """Fail unless a message of the events is a state as described."""
    for error in state_validator().iter_errors(state):
        raise AssertionError(f"a message of the events is {error}")
