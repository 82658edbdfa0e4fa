interface Limits {
  /** Tasks that run at once, of all keys together. */
  running: number;
  /** Tasks of one key that may wait. */
  waitingPerKey: number;
  /** Tasks of all keys that may wait. */
  waiting: number;
  /** Error for a task that there is no room for. */
  refusal: () => Error;
}

/**
 * Runs a few tasks at once, round robin by key: a key with many waiting tasks delays each other key by one task at
 * most. Tasks of one key run in the order of their arrival.
 */
export function fairQueue({ running, waitingPerKey, waiting, refusal }: Limits) {
  // In the order of their turns: a key whose turn it was goes to the end.
  const queues = new Map<string, (() => void)[]>();
  let free = running;
  let length = 0;

  const enqueue = (key: string): Promise<void> => {
    const queue = queues.get(key) ?? [];
    if (queue.length >= waitingPerKey || length >= waiting) throw refusal();
    queues.set(key, queue);
    length++;
    return new Promise((resolve) => queue.push(resolve));
  };

  const startNext = (): void => {
    const [turn] = queues;
    if (!turn) return void free++;
    const [key, queue] = turn;
    const start = queue.shift()!;
    queues.delete(key);
    if (queue.length > 0) queues.set(key, queue);
    length--;
    // The slot is handed on, not freed: a newcomer cannot take it in between.
    start();
  };

  return async <Result>(key: string, task: () => Promise<Result>): Promise<Result> => {
    if (free > 0) free--;
    else await enqueue(key);
    try {
      return await task();
    } finally {
      startNext();
    }
  };
}
