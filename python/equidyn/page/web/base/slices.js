// Long work in slices of a few milliseconds, so that the page stays responsive.

const BUDGET = 7; // ms of a frame

/**
 * Runs a generator for a few milliseconds per frame; it yields the fraction that is done.
 *
 * @param {Generator} work
 * @param {Record<string, (given: any) => void>} then
 */
export function inSlices(work, { progress, done, failed } = {}) {
  let frame = 0;
  const slice = () => {
    const start = performance.now();
    let step;
    try {
      do step = work.next();
      while (!step.done && performance.now() - start < BUDGET);
    } catch (error) {
      if (!failed) throw error;
      return failed(error);
    }
    if (step.done) return done?.(step.value);
    progress?.(step.value);
    frame = requestAnimationFrame(slice);
  };
  frame = requestAnimationFrame(slice);
  return { stop: () => cancelAnimationFrame(frame) };
}
