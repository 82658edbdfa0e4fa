interface Limits {
  maxRunning: number;
  maxWaiting: number;
  /** Creates the error for a rejected task. */
  refusal: () => Error;
}

/** Runs tasks with limited concurrency, in arrival order. */
export function limitConcurrency({ maxRunning, maxWaiting, refusal }: Limits) {
  const queue: (() => void)[] = [];
  let free = maxRunning;

  return async <Result>(task: () => Promise<Result>): Promise<Result> => {
    if (free > 0) free--;
    else if (queue.length < maxWaiting) await new Promise<void>((resolve) => queue.push(resolve));
    else throw refusal();
    try {
      return await task();
    } finally {
      // Pass the slot directly to the next task, so that a newcomer cannot take it.
      const next = queue.shift();
      if (next) next();
      else free++;
    }
  };
}
