"""The report of an arm without masses has its kinematics, and says once what is missing."""

import numpy as np
import pytest

import equidyn
from equidyn import Arm, cli, robots
from oracles.web_page import Page

ARM = robots.load("irb140")


def test_an_arm_without_masses_has_a_report_of_its_kinematics():
    report = equidyn.report(ARM)
    page = Page(report.html())
    assert page.open == []
    assert page.text.count("the arm has no masses") == 1
    assert "The arm with all joint positions zero" in page.text
    assert "could not be made" not in page.text
    pose = ARM.forward_kinematics(np.zeros(6))
    shown = [[float(cell) for cell in row[1:]] for row in report.pose_table().rows]
    assert np.allclose(shown, pose[:3], rtol=0, atol=5.1e-5)
    columns = [[float(cell) for cell in row[1:]] for row in report.jacobian_table().rows]
    assert np.allclose(np.transpose(columns), ARM.jacobian(np.zeros(6)), rtol=0, atol=5.1e-5)


def test_the_command_writes_it(tmp_path, capsys):
    path = tmp_path / "irb140.html"
    assert cli.main(["report", "irb140", "-o", str(path)]) == 0
    assert "no masses" in capsys.readouterr().out
    assert "equidyn report irb140" in path.read_text(encoding="utf-8")


def test_half_of_the_data_stays_an_error():
    half = Arm.from_dh("standard", joints="R", theta=[0], d=[0], a=[1], alpha=[0], mass=[1])
    with pytest.raises(ValueError, match="has no com and no inertia of its links"):
        equidyn.report(half)
