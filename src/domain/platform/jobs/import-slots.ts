/**
 * An import of an archive holds two connections until it ends, its lock as a job and its lock at the site, and uses up
 * to two more for its transactions.
 */
export const connectionsPerImport = 4;

/** Other jobs must not wait while each import uses all of its connections. */
const connectionsForOthers = 1;

/**
 * Milliseconds after which an import gives its slot to one that waits. Continuing opens its source again, so that
 * shorter turns would repeat more work.
 */
const turnMs = 30_000;

/** The slot of a running import, until it is disposed. */
export interface ImportSlot extends Disposable {
  /** True if the import has had its turn and another one waits, so that no school waits for imports of others to end. */
  hasHadTurn(): boolean;
}

/** Limits the imports that run in a process at the same time. */
export interface ImportSlots {
  /** Returns undefined if all slots are taken. */
  take(): ImportSlot | undefined;
}

/**
 * `connections`: size of the pool that imports share with all other jobs, which must not wait for imports to end.
 * `now`: milliseconds of a monotonic clock.
 */
export function openImportSlots(connections: number, now: () => number = () => performance.now()): ImportSlots {
  let free = Math.max(1, Math.floor((connections - connectionsForOthers) / connectionsPerImport));
  let refusedAt = -Infinity;
  return {
    take() {
      if (free === 0) {
        refusedAt = now();
        return undefined;
      }
      free--;
      const takenAt = now();
      return {
        hasHadTurn: () => now() - takenAt >= turnMs && refusedAt >= takenAt,
        [Symbol.dispose]: () => void free++,
      };
    },
  };
}
