/** Few enough to keep locks short. */
export const rowsPerStatement = 5000;

/** Repeats a limited delete until no rows are left. Returns the total. */
export async function inBatches(remove: () => Promise<number>): Promise<number> {
  let total = 0;
  for (;;) {
    const removed = await remove();
    total += removed;
    if (removed < rowsPerStatement) return total;
  }
}
