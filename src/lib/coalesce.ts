/** Runs one task of a name at a time: whoever asks for it meanwhile shares its outcome. */
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
