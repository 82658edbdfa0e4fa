import pg from "pg";
import { database as metrics } from "#telemetry/metrics/catalog.ts";
import type { ConnectionGroupStatus } from "#telemetry/metrics/connection-groups.ts";
import type { GroupName } from "./connection-group.ts";
import { rememberConfiguration } from "./explain.ts";
import { outageOfConnecting } from "./outage.ts";
import { readInSlices } from "./read-in-slices.ts";
import { type ConnectionConfig, ServerClient } from "./servers/server-client.ts";
import type { SilenceWatch } from "./watch-silence.ts";

/** Opens the pool of connections for transactions. */
export function openTransactionPool(
  name: GroupName,
  config: ConnectionConfig & pg.PoolConfig,
  watch: SilenceWatch,
): pg.Pool {
  const pool = new pg.Pool({ ...config, Client: ServerClient });
  // The pool has already removed an idle connection that breaks; one in use fails its transaction.
  pool.on("error", () => {});
  pool.on("connect", (client) => {
    metrics.connects.add({ ...name, result: "opened" });
    client.on("error", () => {});
    rememberConfiguration(client, config);
    readInSlices(client);
    watch.add(client);
  });
  return pool;
}

export const statusOfPool = (name: GroupName, pool: pg.Pool): ConnectionGroupStatus => ({
  ...name,
  limit: pool.options.max,
  open: pool.totalCount,
  inUse: pool.totalCount - pool.idleCount,
  waiting: pool.waitingCount,
});

/** Waits for a connection of the pool. Throws DatabaseOutage. */
export async function takeConnection(name: GroupName, pool: pg.Pool): Promise<pg.PoolClient> {
  try {
    return await pool.connect();
  } catch (error) {
    const outage = outageOfConnecting(error);
    // A busy pool has opened no connection.
    if (outage.reason !== "busy") metrics.connects.add({ ...name, result: "failed" });
    throw outage;
  }
}
