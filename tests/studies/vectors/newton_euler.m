% Reads test vectors, computes torques by Newton-Euler's equations in the frames of the links (standard
% Denavit-Hartenberg, revolute joints), and writes them as CSV.
1;

function tau = torque(arm, q, qd, qdd)
  n = numel(q);
  z = [0; 0; 1];
  w = zeros(3, 1); wd = w; a = -arm.base(1:3, 1:3)' * arm.gravity(:);
  for i = 1:n
    theta = arm.theta(i) + q(i); al = arm.alpha(i);
    R{i} = [cos(theta), -sin(theta)*cos(al), sin(theta)*sin(al)
            sin(theta), cos(theta)*cos(al), -cos(theta)*sin(al)
            0, sin(al), cos(al)];
    p{i} = [arm.a(i); arm.d(i)*sin(al); arm.d(i)*cos(al)];
    wd = R{i}' * (wd + z*qdd(i) + cross(w, z*qd(i)));
    w = R{i}' * (w + z*qd(i));
    a = R{i}'*a + cross(wd, p{i}) + cross(w, cross(w, p{i}));
    c{i} = arm.com(i, :)';
    I = reshape(arm.inertia(i, :, :), 3, 3);
    F{i} = arm.mass(i) * (a + cross(wd, c{i}) + cross(w, cross(w, c{i})));
    N{i} = I*wd + cross(w, I*w);
  end
  f = zeros(3, 1); m = f; tau = zeros(1, n);
  for i = n:-1:1
    m = R{i} * (m + N{i} + cross(p{i} + c{i}, F{i}) + cross(p{i}, f));
    f = R{i} * (f + F{i});
    tau(i) = z' * m;
  end
end

arguments = argv();
vectors = jsondecode(fileread(arguments{1}));
file = fopen(arguments{2}, "w");
n = numel(vectors.arm.joints);
states = vectors.states;
fprintf(file, "%s\n", strjoin(arrayfun(@(i) sprintf("inverse_dynamics_%d", i), 1:n, "UniformOutput", false), ","));
for k = 1:rows(states.q)
  tau = torque(vectors.arm, states.q(k, :), states.qd(k, :), states.qdd(k, :));
  fprintf(file, "%s\n", strjoin(arrayfun(@(x) sprintf("%.17g", x), tau, "UniformOutput", false), ","));
end
fclose(file);
