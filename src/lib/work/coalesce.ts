/** Runs one task per key at a time. Concurrent callers with the same key share its result (request coalescing). */
export function coalesce<Result>() {
  const running = new Map<string, Promise<Result>>();

  return (name: string, task: () => Promise<Result>): Promise<Result> => {
    const shared = running.get(name);
    if (shared) return shared;
    const outcome = task().finally(() => running.delete(name));
    running.set(name, outcome);
    return outcome;
  };
}
