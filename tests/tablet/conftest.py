"""A tablet without Android: our Java, compiled with small stand-ins for Android's classes, in a real Java machine."""

import sys

import pytest

from companion.proofs import java, places
from tests.tablet.world import PROJECT, World


@pytest.fixture(scope="session")
def machine(tmp_path_factory):
    """Starts Java once; a process cannot start it twice. What is missing is said in a sentence."""
    if not java.has_compiler():
        pytest.skip("there is no Java compiler here (a JDK is needed): the camera of the tablet is not tested")
    try:
        sys.path.append(str(places.pyjnius()))
    except places.NotShown as why:
        pytest.skip(f"pyjnius could not be had ({why}): the camera of the tablet is not tested")
    classes = tmp_path_factory.mktemp("java")
    assert java.compile_java(PROJECT, classes) == ""
    import jnius_config

    jnius_config.set_classpath(str(classes))
    jnius_config.add_options("-Xrs", "-Xmx256m")


@pytest.fixture
def world(machine):
    world = World()
    yield world
    world.end()
