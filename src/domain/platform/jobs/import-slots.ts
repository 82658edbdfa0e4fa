/**
 * An import of an archive holds two connections until it ends, its lock as a job and its lock at the site, and uses up
 * to two more for its transactions.
 */
export const connectionsPerImport = 4;

/** Other jobs must not wait while each import uses all of its connections. */
const connectionsForOthers = 1;

/** Limits the imports that run in a process at the same time. */
export interface ImportSlots {
  /** Returns undefined if all slots are taken. */
  take(): Disposable | undefined;
}

/** `connections`: size of the pool that imports share with all other jobs, which must not wait for imports to end. */
export function openImportSlots(connections: number): ImportSlots {
  let free = Math.max(1, Math.floor((connections - connectionsForOthers) / connectionsPerImport));
  return {
    take() {
      if (free === 0) return undefined;
      free--;
      return { [Symbol.dispose]: () => void free++ };
    },
  };
}
