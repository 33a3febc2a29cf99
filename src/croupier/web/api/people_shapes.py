"""Requests and responses about the people who work here."""

from __future__ import annotations

from typing import Annotated

import msgspec

from croupier.rules.procedure import Role
from croupier.web.api.shapes import Name, PersonName, Strict


class InvitationIn(Strict):
    """A person to be appointed."""

    name: PersonName
    role: Role
    table: Name | None = None


class InvitationOut(msgspec.Struct):
    """A code that signs one person in once."""

    name: str
    role: Role
    table: str | None
    code: str
    link: str


class RedeemIn(Strict):
    """An invitation's code."""

    code: Annotated[str, msgspec.Meta(min_length=1, max_length=200)]


class ActingIn(Strict):
    """A position in which somebody is to act."""

    position: Role
