interface Limits {
  /** How many run at once. */
  running: number;
  /** How many may wait for their turn. */
  waiting: number;
  /** The error of those for whom there is no room. */
  refusal: () => Error;
}

/** Runs tasks a few at a time, in the order of their arrival. */
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
      // The turn is handed on, not given back: a newcomer cannot slip in between.
      const next = queue.shift();
      if (next) next();
      else free++;
    }
  };
}
