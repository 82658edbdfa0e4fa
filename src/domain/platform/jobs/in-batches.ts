/** So many rows a statement, so that none holds locks for long. */
export const batch = 5000;

/** Repeats what removes at most a batch until nothing is left. Answers how many there were. */
export async function inBatches(remove: () => Promise<number>): Promise<number> {
  let total = 0;
  for (;;) {
    const removed = await remove();
    total += removed;
    if (removed < batch) return total;
  }
}
