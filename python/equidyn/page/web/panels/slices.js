// Long work in slices, so that the page stays at its sixty frames a second.

// runs a generator a few milliseconds a frame; each number that it yields is the share that is done
function in_slices(work, { budget = 7, progress = () => {}, done = () => {}, failed = (error) => { throw error; } } = {}) {
  let frame = 0;
  const slice = () => {
    const start = performance.now();
    let step;
    try {
      do step = work.next();
      while (!step.done && performance.now() - start < budget);
    } catch (error) {
      return failed(error);
    }
    if (step.done) return done(step.value);
    progress(step.value);
    frame = requestAnimationFrame(slice);
  };
  frame = requestAnimationFrame(slice);
  return { stop: () => cancelAnimationFrame(frame) };
}
