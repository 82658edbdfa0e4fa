interface Limits {
  /** Maximum number of running tasks. */
  running: number;
  /** Maximum number of waiting tasks. */
  waiting: number;
  /** Creates the error for a rejected task. */
  refusal: () => Error;
}

/** Runs tasks with limited concurrency, in arrival order. */
export function limitConcurrency({ running, waiting, refusal }: Limits) {
  const queue: (() => void)[] = [];
  let free = running;

  return async <Result>(task: () => Promise<Result>): Promise<Result> => {
    if (free > 0) free--;
    else if (queue.length < waiting) await new Promise<void>((resolve) => queue.push(resolve));
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
