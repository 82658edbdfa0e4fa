/** Limits how often something that ends unexpectedly is started again. */
export interface RestartLimit {
  /** Counts an end. Returns the milliseconds to wait before the next start, or undefined if it ended too often. */
  next(): number | undefined;
  /** Records a successful start. */
  started(): void;
}

/** Consecutive failed starts: the cause is not temporary. */
export const maxFailedStarts = 5;

/** Maximum number of ends within a minute. */
export const maxEndsPerMinute = 20;

const minute = 60_000;

/** The first restart follows immediately, the others after doubling delays. */
export function openRestartLimit(now: () => number = () => performance.now()): RestartLimit {
  let failedStarts = 0;
  let ends: number[] = [];
  let hasStarted = false;
  return {
    next() {
      const time = now();
      ends = [...ends.filter((end) => time - end < minute), time];
      failedStarts = hasStarted ? 0 : failedStarts + 1;
      hasStarted = false;
      if (failedStarts >= maxFailedStarts || ends.length > maxEndsPerMinute) return undefined;
      return ends.length === 1 ? 0 : Math.min(5000, 50 * 2 ** (ends.length - 2));
    },
    started() {
      hasStarted = true;
    },
  };
}
