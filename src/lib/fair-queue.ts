interface Limits {
  /** Maximum number of running tasks, all keys together. */
  running: number;
  /** Maximum number of waiting tasks per key. */
  waitingPerKey: number;
  /** Maximum number of waiting tasks, all keys together. */
  waiting: number;
  /** Creates the error for a task that the queue rejects. */
  refusal: () => Error;
}

/**
 * Limits concurrency with round-robin scheduling by key: a key with many waiting tasks delays each other key by one
 * task at most. Tasks of one key run in arrival order.
 */
export function fairQueue({ running, waitingPerKey, waiting, refusal }: Limits) {
  // Insertion order is turn order: a served key moves to the end.
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
    // Pass the slot directly to the next task, so that a newcomer cannot take it.
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
