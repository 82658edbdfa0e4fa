/** Longest stretch in which the main thread computed without letting the event loop turn. */
export interface TurnMeter {
  /** CPU milliseconds of the longest event-loop turn since the last reset. */
  longest(): number;
  reset(): void;
}

/**
 * Measures event-loop turns by the CPU time of this thread instead of wall time, so that other processes on a busy
 * machine add nothing. A timer of one millisecond fires at most once per turn, so the CPU time between two of its
 * calls is that of one turn, at most one millisecond of idle turns, and garbage collection.
 */
export function openTurnMeter(): TurnMeter {
  let last = used();
  let longest = 0;
  const sample = () => {
    const now = used();
    longest = Math.max(longest, now - last);
    last = now;
  };
  setInterval(sample, 1).unref();
  return {
    longest() {
      sample();
      return longest;
    },
    reset() {
      last = used();
      longest = 0;
    },
  };
}

/** CPU milliseconds of this thread. */
function used(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
