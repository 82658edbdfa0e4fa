import pg from "pg";
import { database as metrics } from "#telemetry/metrics/catalog.ts";
import { startResponseTimeout } from "#lib/event-loop/response-timeout.ts";
import type { ConnectionGroupStatus } from "#telemetry/metrics/connection-groups.ts";
import type { GroupName } from "./connection-group.ts";
import { rememberConfiguration } from "../statements/explain.ts";
import { outageOfConnecting, waitedForPool } from "./outage.ts";
import { readInSlices } from "../statements/read-in-slices.ts";
import { type ConnectionConfig, ServerClient } from "../servers/server-client.ts";
import type { SilenceWatch } from "../servers/silence-watch.ts";

/** A pool whose timeouts do not count time in which the event loop was blocked. Its clients are ServerClients. */
export class TimedPool extends pg.Pool {
  readonly #timeoutMs: number;

  constructor({ connectionTimeoutMillis = 0, ...config }: ConnectionConfig & pg.PoolConfig) {
    class Client extends ServerClient {
      constructor(options: ConnectionConfig = {}) {
        // A pool hides the password of its configuration from enumeration.
        super({ ...options, password: options.password, connectionTimeoutMillis });
        // Between the handshake and the listener of the pool, a lost connection would end the process.
        this.on("error", () => {});
      }
    }
    super({ ...config, connectionTimeoutMillis: 0, Client });
    this.#timeoutMs = connectionTimeoutMillis;
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(callback: ConnectCallback): void;
  override connect(callback?: ConnectCallback): Promise<pg.PoolClient> | undefined {
    if (!callback) return this.#connectInTime();
    super.connect(callback);
    return undefined;
  }

  async #connectInTime(): Promise<pg.PoolClient> {
    const connecting = super.connect();
    if (this.#timeoutMs === 0) return connecting;
    const late = Promise.withResolvers<never>();
    const cancel = startResponseTimeout(this.#timeoutMs + connectGrace, () => late.reject(new Error(waitedForPool)));
    try {
      return await Promise.race([connecting, late.promise]);
    } catch (error) {
      connecting.then(
        (client) => client.release(),
        () => {},
      );
      throw error;
    } finally {
      cancel();
    }
  }
}

type ConnectCallback = Parameters<pg.Pool["connect"]>[0];

/** Milliseconds after the timeout of a new connection, whose error is more precise. */
const connectGrace = 200;

/** Opens the pool of connections for transactions. */
export function openTransactionPool(
  name: GroupName,
  config: ConnectionConfig & pg.PoolConfig,
  watch: SilenceWatch,
): pg.Pool {
  const pool = new TimedPool(config);
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
