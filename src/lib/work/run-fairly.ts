import { FairQueue } from "./fair-queue.ts";

interface Limits {
  maxRunning: number;
  maxWaitingPerKey: number;
  maxWaiting: number;
  /** Creates the error for a task that exceeds the queue. */
  refusal: () => Error;
}

/**
 * Runs a few tasks concurrently, round robin by key: a key with many waiting tasks delays each other key by one task at
 * most. Tasks of one key run in the order of their arrival.
 */
export function runFairly({ maxRunning, maxWaitingPerKey, maxWaiting, refusal }: Limits) {
  const queue = new FairQueue<{ size: 1; start: () => void }>();
  let free = maxRunning;

  const enqueue = (key: string): Promise<void> => {
    if (queue.sizeOf(key) >= maxWaitingPerKey || queue.total >= maxWaiting) throw refusal();
    return new Promise((start) => queue.push(key, [{ size: 1, start }]));
  };

  const startNext = (): void => {
    const next = queue.take();
    if (!next) return void free++;
    // The slot is handed on, not freed: a newcomer cannot take it in between.
    next.entry.start();
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
