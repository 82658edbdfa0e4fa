import { database } from "./catalog.ts";

/** The connections of one purpose. */
export interface ConnectionGroupStatus {
  /** `requests`, `jobs` or `queue`. */
  pool: string;
  group: string;
  limit: number;
  open: number;
  inUse: number;
  /** Statements behind another one, and transactions without a connection. */
  waiting: number;
}

type Source = () => readonly ConnectionGroupStatus[];

const sources = new Set<Source>();

/** Includes connections in the metrics. Returns a function that removes them again. */
export function reportConnections(source: Source): () => void {
  sources.add(source);
  return () => void sources.delete(source);
}

/** Sets the gauges of all connection groups. */
export function readConnections(): void {
  for (const metric of [database.connections, database.limit, database.waiting]) metric.clear();
  for (const { pool, group, limit, open, inUse, waiting } of [...sources].flatMap((source) => source())) {
    database.connections.set({ pool, group, state: "in_use" }, inUse);
    database.connections.set({ pool, group, state: "idle" }, open - inUse);
    database.limit.set({ pool, group }, limit);
    database.waiting.set({ pool, group }, waiting);
  }
}
