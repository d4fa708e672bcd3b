"""Dynamics of PyTorch tensors: values, gradients, batches, and what is refused."""

import doctest
import importlib
import sys

import numpy as np
import pytest

import equidyn.torch as tensors
from equidyn import Arm, BaseMotion, robots
from oracles.differences import rounded, torque_derivatives
from oracles.random_arms import random_arm

torch = pytest.importorskip("torch")
Quantity = importlib.import_module("equidyn.torch.products").Quantity

ARMS = [Arm.from_dh(**random_arm(seed)) for seed in (1, 5, 14, 30)] + [robots.puma560()]
DRIVEN = robots.random_arm(4, seed=4, joints="RPRR", friction=True, motors=True)
each_arm = pytest.mark.parametrize("arm", ARMS, ids=lambda arm: arm.name)

# name, number of operands, and options
QUANTITIES = [
    ("inverse_dynamics", 3, {}),
    ("bias", 2, {}),
    ("gravity_torque", 1, {}),
    ("forward_dynamics", 3, {}),
    ("mass_matrix", 1, {}),
    ("forward_kinematics", 1, {}),
    ("jacobian", 1, {}),
    ("jacobian", 1, {"frame": "tool"}),
    ("kinetic_energy", 2, {}),
    ("potential_energy", 1, {}),
]
each_quantity = pytest.mark.parametrize(("name", "operands", "options"), QUANTITIES)


def states(arm, operands, *batch, seed=2):
    """Random operands; accelerations and torques are of the same size as positions."""
    numbers = np.random.default_rng(seed).uniform(-1, 1, (operands, *batch, arm.n))
    return tuple(torch.tensor(x, requires_grad=True) for x in numbers)


def arrays(*operands):
    return [x.detach().numpy() for x in operands]


def by_sixth_order(function, x, step=2.0**-7):
    """Gradient of a scalar function of an array, by differences."""
    gradient = np.zeros_like(x)
    for index in np.ndindex(x.shape):
        for k, weight in {1: 45, 2: -9, 3: 1}.items():
            for sign in (1, -1):
                moved = x.copy()
                moved[index] += sign * k * step
                gradient[index] += sign * weight * function(moved) / (60 * step)
    return gradient


@each_quantity
@each_arm
def test_values_are_those_of_the_arm_and_gradients_those_of_differences(
    arm, name, operands, options
):
    x = states(arm, operands, 2)
    value = getattr(tensors, name)(arm, *x, **options)
    expected = np.asarray(getattr(arm, name)(*arrays(*x), **options))
    np.testing.assert_array_equal(value.detach().numpy(), expected)

    cotangent = np.random.default_rng(5).uniform(-1, 1, expected.shape)
    (value * torch.tensor(cotangent)).sum().backward()
    for k, operand in enumerate(x):

        def weighted(moved, k=k):
            others = arrays(*x)
            others[k] = moved
            return (getattr(arm, name)(*others, **options) * cotangent).sum()

        gradient = by_sixth_order(weighted, arrays(operand)[0])
        scale = max(np.abs(gradient).max(), np.abs(expected).max())
        np.testing.assert_allclose(operand.grad.numpy(), gradient, rtol=0, atol=2e-7 * scale)


@each_arm
def test_gradients_of_torques_are_those_in_extended_precision(arm):
    x = rounded(np.random.default_rng(1).uniform(-1, 1, (3, arm.n)))
    truth = torque_derivatives(arm, x)
    operands = tuple(map(torch.tensor, x))
    found = torch.autograd.functional.jacobian(
        lambda *motion: tensors.inverse_dynamics(arm, *motion), operands
    )
    for actual, expected in zip(found, [*truth, arm.mass_matrix(x[0])], strict=True):
        expected = np.asarray(expected, dtype=float)
        atol = 1e-12 * np.abs(expected).max()
        np.testing.assert_allclose(actual.numpy(), expected, rtol=0, atol=atol)


@each_quantity
def test_gradcheck_passes(name, operands, options):
    arm = robots.random_arm(3, seed=2, joints="RPR")
    function = getattr(tensors, name)
    assert torch.autograd.gradcheck(
        lambda *x: function(arm, *x, **options), states(arm, operands, 2), rtol=1e-4
    )


@pytest.mark.parametrize(
    ("name", "operands", "drives"),
    [
        ("inverse_dynamics", 3, {}),
        ("inverse_dynamics", 3, {"friction": True, "motors": True}),
        ("forward_dynamics", 3, {}),
        ("forward_dynamics", 3, {"friction": True, "motors": True}),
        ("bias", 2, {"friction": True}),
        ("gravity_torque", 1, {}),
    ],
)
def test_parameters_are_differentiated(name, operands, drives):
    x = states(DRIVEN, operands, 2)
    own = torch.tensor(np.array(DRIVEN.parameters(**drives)), requires_grad=True)
    function = getattr(tensors, name)

    def of(*arguments):
        *motion, parameters = arguments
        return function(DRIVEN, *motion, parameters=parameters, **drives)

    expected = getattr(DRIVEN, name)(*arrays(*x), **drives)
    np.testing.assert_allclose(of(*x, own).detach().numpy(), expected, rtol=1e-11)
    assert torch.autograd.gradcheck(of, (*x, own), rtol=1e-3, atol=1e-4)


def test_breakaway_friction_changes_with_velocities_and_with_no_parameter():
    near = {"breakaway": np.tile([0.2, -0.3], (DRIVEN.n, 1)), "stribeck": np.ones(DRIVEN.n)}
    arm = DRIVEN.with_friction(DRIVEN.viscous, **near)
    x = states(arm, 3, 2)
    own = torch.tensor(np.array(arm.parameters(friction=True)), requires_grad=True)

    def tau(q, qd, qdd, parameters):
        return tensors.inverse_dynamics(arm, q, qd, qdd, parameters=parameters, friction=True)

    expected = arm.inverse_dynamics(*arrays(*x), friction=True)
    np.testing.assert_allclose(tau(*x, own).detach().numpy(), expected, rtol=1e-11)
    assert torch.autograd.gradcheck(tau, (*x, own), rtol=1e-3, atol=1e-4)


def test_descent_learns_the_mass_of_a_load():
    arm = robots.random_arm(3, seed=1, joints="RRR")
    loaded = arm.with_payload(2.0)
    start, end = (torch.tensor(np.array(each.parameters())) for each in (arm, loaded))
    q, qd, qdd = states(arm, 3, 50)
    tau = tensors.inverse_dynamics(loaded, q, qd, qdd).detach()
    share = torch.zeros((), dtype=torch.float64, requires_grad=True)
    descent = torch.optim.LBFGS([share], line_search_fn="strong_wolfe")

    def loss():
        descent.zero_grad()
        parameters = start + share * (end - start)
        error = tensors.inverse_dynamics(arm, q, qd, qdd, parameters=parameters) - tau
        error.square().mean().backward()
        return error.square().mean()

    descent.step(loss)
    assert abs(share.item() - 1) < 1e-6


@each_quantity
def test_a_batch_of_vmap_is_one_call_with_the_same_gradients(name, operands, options, monkeypatch):
    arm = robots.random_arm(4, seed=3, joints="RRPR")
    x = states(arm, operands, 7)
    function = getattr(tensors, name)

    def weighted(*motion):
        return function(arm, *motion, **options).square().sum()

    together = torch.autograd.grad(weighted(*x), x)
    every = tuple(range(operands))
    calls = []
    original = Quantity.value
    monkeypatch.setattr(Quantity, "value", lambda *a: calls.append(1) or original(*a))
    gradient = torch.func.grad(weighted, argnums=every)
    found = torch.func.vmap(gradient)(*(each.detach() for each in x))
    assert len(calls) == 1
    for actual, expected in zip(found, together, strict=True):
        torch.testing.assert_close(actual, expected, rtol=1e-12, atol=1e-12)


@pytest.mark.parametrize("in_dims", [(0, None, 1), (None, 0, 0), (1, 1, None)])
def test_vmap_takes_the_batch_from_any_axis(in_dims):
    arm = robots.random_arm(3, seed=3, joints="RPR")
    q, qd, qdd = (x.detach() for x in states(arm, 3, 5, 2))
    each = [x[0] if axis is None else x for x, axis in zip((q, qd, qdd), in_dims, strict=True)]
    given = [x.movedim(0, 1) if axis == 1 else x for x, axis in zip(each, in_dims, strict=True)]
    batch = [x.expand(5, 2, 3) for x in each]
    found = torch.func.vmap(lambda *x: tensors.inverse_dynamics(arm, *x), in_dims)(*given)
    torch.testing.assert_close(found, tensors.inverse_dynamics(arm, *batch), rtol=0, atol=0)


def test_jacobians_of_many_states_are_the_derivatives_of_the_kernels():
    arm = robots.puma560()
    q, qd, tau = (x.detach() for x in states(arm, 3, 4))
    jacobians = torch.func.jacrev(lambda *x: tensors.forward_dynamics(arm, *x), argnums=(0, 1, 2))
    found = torch.func.vmap(jacobians)(q, qd, tau)
    expected = arm.forward_dynamics_derivatives(*arrays(q, qd, tau))
    for actual, each in zip(found, expected, strict=True):
        np.testing.assert_allclose(actual.numpy(), each, atol=1e-11 * np.abs(each).max())
    poses = torch.func.vmap(torch.func.jacrev(lambda x: tensors.forward_kinematics(arm, x)))(q)
    np.testing.assert_allclose(
        poses[:, :3, 3].numpy(), arm.jacobian(q.numpy())[:, :3], rtol=0, atol=1e-14
    )


def test_a_batch_of_parameters_is_one_call(monkeypatch):
    q, qd, qdd = (x.detach() for x in states(DRIVEN, 3))
    own = torch.tensor(np.array(DRIVEN.parameters()))
    calls = []
    original = Quantity.value
    monkeypatch.setattr(Quantity, "value", lambda *a: calls.append(1) or original(*a))

    def tau(parameters):
        return tensors.inverse_dynamics(DRIVEN, q, qd, qdd, parameters=parameters)

    found = torch.func.vmap(tau)(torch.stack([own, 2 * own]))
    assert len(calls) == 1
    torch.testing.assert_close(found[1], 2 * found[0])
    jacobian = torch.func.jacrev(tau)(own)
    regressor = DRIVEN.regressor(*arrays(q, qd, qdd))
    np.testing.assert_allclose(jacobian.numpy(), regressor, rtol=0, atol=1e-13)


@pytest.mark.parametrize("shapes", [((7,), (7,)), ((4, 1), (3,)), ((), (5,)), ((2, 3), ())])
@pytest.mark.parametrize("name", ["inverse_dynamics", "forward_dynamics"])
def test_parameters_of_each_state_are_those_of_many_arms(name, shapes):
    of_parameters, of_states = shapes
    drives = {"friction": True, "motors": True}
    x = states(DRIVEN, 3, *of_states)
    own = np.array(DRIVEN.parameters(**drives))
    scale = np.random.default_rng(8).uniform(0.9, 1.1, (*of_parameters, own.size))
    p = torch.tensor(own * scale, requires_grad=True)

    def of(*arguments):
        *motion, parameters = arguments
        return getattr(tensors, name)(DRIVEN, *motion, parameters=parameters, **drives)

    found = of(*x, p)
    arms = DRIVEN.vary(parameters=p.detach().numpy())
    np.testing.assert_array_equal(
        found.detach().numpy(), getattr(arms, name)(*arrays(*x), **drives)
    )
    assert torch.autograd.gradcheck(of, (*x, p), rtol=1e-3, atol=1e-4)


def test_under_vmap_each_arm_has_its_own_gradient():
    q, qd, tau = (x.detach() for x in states(DRIVEN, 3, 5))
    own = torch.tensor(np.array(DRIVEN.parameters()))
    p = own * torch.linspace(0.9, 1.1, 5, dtype=torch.float64)[:, None]

    def effort(p, *x):
        return tensors.forward_dynamics(DRIVEN, *x, parameters=p).square().sum()

    found = torch.func.vmap(torch.func.grad(effort))(p, q, qd, tau)
    each = torch.stack([torch.func.grad(effort)(p[k], q[k], qd[k], tau[k]) for k in range(5)])
    torch.testing.assert_close(found, each, rtol=1e-10, atol=1e-10)


def ends(arm, *batch):
    rng = np.random.default_rng(6)
    numbers = [*rng.uniform(-2, 2, (4, *batch, 3)), rng.uniform(-2, 2, (*batch, 6))]
    return [torch.tensor(x, requires_grad=True) for x in numbers]


@pytest.mark.parametrize(
    ("name", "operands"), [("inverse_dynamics", 3), ("bias", 2), ("forward_dynamics", 3)]
)
@each_arm
def test_what_loads_the_ends_is_differentiated(arm, name, operands):
    x, (w, al, a, g, tip) = states(arm, operands, 2), ends(arm, 2)

    def of(*arguments):
        *motion, w, al, a, g, tip = arguments
        return getattr(tensors, name)(
            arm, *motion, base_motion=(w, al, a), gravity=g, tip_wrench=tip
        )

    found = of(*x, w, al, a, g, tip).detach().numpy()
    for k in range(2):
        motion = BaseMotion(*(each[k] for each in arrays(w, al, a)))
        own = arm.with_gravity(g[k].detach().numpy())
        expected = getattr(own, name)(
            *(each[k] for each in arrays(*x)), base_motion=motion, tip_wrench=arrays(tip)[0][k]
        )
        np.testing.assert_allclose(found[k], expected, rtol=1e-9, atol=1e-9)
    arguments = (*x, w, al, a, g, tip)
    assert torch.autograd.gradcheck(of, arguments, rtol=1e-3, atol=1e-3)


def test_gravity_of_another_place_and_a_base_motion_object():
    arm, (q,) = robots.puma560(), states(robots.puma560(), 1, 3)
    g = torch.tensor([0.0, 1.0, -1.62], dtype=torch.float64, requires_grad=True)
    found = tensors.gravity_torque(arm, q, gravity=g)
    expected = arm.with_gravity(g.detach().numpy()).gravity_torque(q.detach().numpy())
    np.testing.assert_allclose(found.detach().numpy(), expected, rtol=1e-12, atol=1e-12)
    found.sum().backward()
    assert g.grad.shape == (3,)
    motion = BaseMotion((0.1, 0.2, 0.3), (0, 1, 0), (1, 0, 2))
    rate = torch.zeros_like(q)
    np.testing.assert_array_equal(
        tensors.bias(arm, q, rate, base_motion=motion).detach().numpy(),
        arm.bias(*arrays(q, rate), base_motion=motion),
    )


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"gravity": np.ones(3)}, "gravity: expected a torch.Tensor, got ndarray"),
        ({"tip_wrench": torch.zeros(5)}, r"tip_wrench: last axis must be 6 .*got shape \(5,\)"),
        ({"gravity": torch.zeros(3)}, "gravity: expected float64, as q has, got float32"),
        ({"base_motion": 1.0}, "base_motion: expected a BaseMotion or a tuple of .*, got float"),
    ],
)
def test_what_cannot_load_an_end_is_named(given, message):
    with pytest.raises((TypeError, ValueError), match=f"^{message}"):
        tensors.bias(robots.puma560(), HERE, HERE, **given)


def test_operands_broadcast_and_gradients_have_their_shapes():
    arm = robots.puma560()
    q, qd, qdd = (x.detach().requires_grad_() for x in states(arm, 3, 2, 3))
    q, qd = q[0].detach().requires_grad_(), qd[:, :1].detach().requires_grad_()
    tensors.inverse_dynamics(arm, q, qd, qdd).sum().backward()
    by_q, by_qd, by_qdd = arm.inverse_dynamics_vjp(*arrays(q, qd, qdd), np.ones((2, 3, 6)))
    np.testing.assert_allclose(q.grad.numpy(), by_q.sum(axis=0), rtol=1e-13)
    np.testing.assert_allclose(qd.grad.numpy(), by_qd.sum(axis=1, keepdims=True), rtol=1e-13)
    np.testing.assert_allclose(qdd.grad.numpy(), by_qdd, rtol=1e-13)


def test_numbers_of_single_precision_are_rounded_once():
    arm = robots.puma560()
    x = tuple(each.detach().float().requires_grad_() for each in states(arm, 3, 4))
    tau = tensors.inverse_dynamics(arm, *x)
    tau.sum().backward()
    exact = [each.astype(np.float64) for each in arrays(*x)]
    assert tau.dtype == x[0].grad.dtype == torch.float32
    np.testing.assert_array_equal(
        tau.detach().numpy(), arm.inverse_dynamics(*exact).astype(np.float32)
    )


def test_memory_is_shared_and_strides_do_not_matter():
    arm = robots.puma560()
    q = torch.rand(6, 5, dtype=torch.float64, generator=torch.Generator().manual_seed(1)).T
    assert not q.is_contiguous()
    np.testing.assert_array_equal(
        tensors.gravity_torque(arm, q).numpy(), arm.gravity_torque(q.numpy())
    )
    negated = torch.conj(torch.complex(q, q)).imag
    assert negated.is_neg()
    np.testing.assert_array_equal(
        tensors.gravity_torque(arm, negated).numpy(), arm.gravity_torque(-q.numpy())
    )
    assert tensors.mass_matrix(arm, q[:0]).shape == (0, 6, 6)


# of PyTorch 2.13, when it goes forwards for the first time
@pytest.mark.filterwarnings("ignore:`torch.jit.script` is deprecated:DeprecationWarning")
@each_quantity
def test_second_derivatives_and_forward_mode_are_refused_by_name(name, operands, options):
    arm = robots.planar_2r()
    x = states(arm, operands)

    def weighted(*motion):
        return getattr(tensors, name)(arm, *motion, **options).square().sum()

    (gradient, *_) = torch.autograd.grad(weighted(*x), x, create_graph=True)
    with pytest.raises(
        NotImplementedError, match=f"^{name}: expected a first derivative, got a second one"
    ):
        gradient.sum().backward()
    plain = tuple(each.detach() for each in x)
    with pytest.raises(NotImplementedError, match=f"^{name}: .*forward mode"):
        torch.func.jvp(weighted, plain, plain)


# --- what traces programs

# of PyTorch 2.13, within its own compiler
quiet_compiler = pytest.mark.filterwarnings(
    "ignore:`torch.jit.script:DeprecationWarning", "ignore:The .grad attribute:UserWarning"
)


def compiled(function, **options):
    torch.compiler.reset()
    return torch.compile(function, backend="aot_eager", **options)


@pytest.mark.slow
@quiet_compiler
@each_quantity
def test_a_compiled_function_has_the_results_of_the_function(name, operands, options):
    arm = robots.planar_2r()
    x = states(arm, operands, 3)

    def effort(*motion):
        first, *others = motion
        return getattr(tensors, name)(arm, first.sin(), *others, **options).square().sum() / 2

    expected = torch.autograd.grad(effort(*x), x)
    found = torch.autograd.grad(compiled(effort)(*x), x)
    for gradient, right in zip(found, expected, strict=True):
        torch.testing.assert_close(gradient, right)


@pytest.mark.slow
@quiet_compiler
def test_a_compiled_loop_takes_parameters():
    arm = robots.planar_2r()
    own = torch.tensor(np.array(arm.parameters()), requires_grad=True)

    def end(parameters):
        q = qd = torch.ones(2, dtype=torch.float64)
        for _ in range(3):
            qd = qd + 0.1 * tensors.forward_dynamics(arm, q, qd, 0 * q, parameters=parameters)
            q = q + 0.1 * qd
        return q.square().sum()

    (expected,) = torch.autograd.grad(end(own), own)
    (found,) = torch.autograd.grad(compiled(end)(own), own)
    torch.testing.assert_close(found, expected)


@pytest.mark.slow
@quiet_compiler
def test_what_records_a_whole_program_is_refused():
    arm = robots.puma560()

    class Module(torch.nn.Module):
        def forward(self, q):
            return tensors.forward_kinematics(arm, q)

    with pytest.raises(NotImplementedError, match=r"^forward_kinematics: .* torch\.export"):
        torch.export.export(Module(), (HERE,), strict=False)
    with pytest.raises(Exception, match=r"torch\.compiler\.disable"):
        compiled(Module(), fullgraph=True)(HERE)


def test_batches_of_cotangents_without_torch_func_are_refused():
    arm = robots.planar_2r()
    (q,) = states(arm, 1)
    g = tensors.gravity_torque(arm, q)
    with pytest.raises(NotImplementedError, match=r"is_grads_batched=True .*torch\.func"):
        torch.autograd.grad(g, q, torch.eye(2, dtype=torch.float64), is_grads_batched=True)
    with pytest.raises(NotImplementedError, match=r"vectorize=True .*torch\.func"):
        torch.autograd.functional.jacobian(
            lambda q: tensors.gravity_torque(arm, q), q.detach(), vectorize=True
        )


HERE = torch.zeros(6, dtype=torch.float64)


@pytest.mark.parametrize(
    ("bad", "message"),
    [
        ([0.0] * 6, "qd: expected a torch.Tensor, got list"),
        (HERE.numpy(), "qd: expected a torch.Tensor, got ndarray"),
        (HERE.to("meta"), "qd: expected a dense tensor on the CPU, got one on meta"),
        (HERE.to_sparse(), "qd: expected a dense tensor on the CPU, got one of layout sparse_coo"),
        (HERE.long(), "qd: expected float64 or float32, got int64"),
        (HERE.to(torch.bfloat16), "qd: expected float64 or float32, got bfloat16"),
        (HERE.to(torch.complex128), "qd: expected float64 or float32, got complex128"),
        (HERE.float(), "qd: expected float64, as q has, got float32"),
        (HERE[:5], r"qd: last axis must be 6 \(joints of the arm\), got shape \(5,\)"),
        (HERE[:1], r"qd: last axis must be 6 \(joints of the arm\), got shape \(1,\)"),
        (HERE[0], r"qd: last axis must be 6 \(joints of the arm\), got shape \(\)"),
        (HERE.expand(3, 6), r"leading axes do not broadcast: q \(2, 6\), qd \(3, 6\), qdd \(6,\)"),
        (HERE / 0, r"qd: must be finite, got nan"),
    ],
)
def test_an_argument_that_cannot_be_read_is_named(bad, message):
    with pytest.raises((TypeError, ValueError), match=f"^{message}"):
        tensors.inverse_dynamics(robots.puma560(), HERE.expand(2, 6), bad, HERE)


def test_other_arguments_are_named_too():
    arm = robots.puma560()
    with pytest.raises(TypeError, match=r"^arm: expected an Arm, got str"):
        tensors.mass_matrix("puma560", HERE)
    with pytest.raises(ValueError, match=r"^parameters: expected 60 numbers, .* got shape \(59,\)"):
        tensors.bias(arm, HERE, HERE, parameters=torch.zeros(59, dtype=torch.float64))
    with pytest.raises(ValueError, match=r"^mass: must not be negative"):
        tensors.gravity_torque(arm, HERE, parameters=-torch.ones(60, dtype=torch.float64))
    with pytest.raises(ValueError, match=r"^frame: there is no 'base'"):
        tensors.jacobian(arm, HERE, frame="base")
    with pytest.raises(ValueError, match=r"^friction: the arm has no friction data"):
        tensors.bias(robots.planar_2r(), HERE[:2], HERE[:2], friction=True)


def test_examples_do_what_they_show():
    failed, tried = doctest.testmod(tensors)
    assert tried > 0
    assert failed == 0


def test_without_pytorch_the_extra_is_named(monkeypatch):
    monkeypatch.setitem(sys.modules, "torch", None)
    monkeypatch.delitem(sys.modules, "equidyn.torch.functions", raising=False)
    monkeypatch.delattr(tensors, "functions", raising=False)
    with pytest.raises(ImportError, match=r"torch is needed here: pip install 'equidyn\[torch\]'"):
        tensors.mass_matrix(robots.planar_2r(), HERE)
