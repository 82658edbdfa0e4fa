const checkIntervalMs = 100;

/**
 * Calls back unless it is canceled within the milliseconds: the time limit of a response from outside of this process.
 * Time in which the event loop is blocked, for example while code is loaded on a busy machine, does not count: timers
 * run before what arrived meanwhile is read. Returns the function that cancels.
 */
export function startResponseTimeout(milliseconds: number, onTimeout: () => void): () => void {
  let left = milliseconds;
  let isCanceled = false;
  let timer = setTimeout(look, Math.min(checkIntervalMs, left));

  function look(): void {
    left -= checkIntervalMs;
    if (left > 0) timer = setTimeout(look, Math.min(checkIntervalMs, left)).unref();
    // After what has arrived is read.
    else setImmediate(() => void (isCanceled || onTimeout()));
  }

  timer.unref();
  return () => {
    isCanceled = true;
    clearTimeout(timer);
  };
}
