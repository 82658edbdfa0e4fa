import type pg from "pg";

/** Watches the connections of a pool for servers that vanished without closing them. */
export interface SilenceWatch {
  /** Watches a connection until it ends. `replaced` is called when no other statement should use it. */
  add(client: pg.ClientBase, replaced?: () => void): void;
  /** Closes all connections, each as soon as it is idle: their server no longer accepts writes. */
  replaceAll(): void;
  stop(): void;
}

/**
 * Watches all connections of this process to one server: returns the watch of a pool, whose statements take these
 * milliseconds at most.
 */
export type ServerWatch = (limit: number) => SilenceWatch;
