import type { Socket } from "node:net";
import type pg from "pg";
import { SilentConnection } from "./outage.ts";
import { ServerClient } from "../servers/server-client.ts";
import type { ServerWatch } from "../servers/silence-watch.ts";

/** The parts of pg's client that its types hide. */
interface OpenClient extends pg.ClientBase {
  connection: { stream: Socket };
  _getActiveQuery(): unknown;
}

interface Watched {
  /** The statement whose response is awaited, as of the last look. */
  statement: unknown;
  bytesRead: number;
  /** Consecutive looks without a response, and the time of the look before them. */
  looks: number;
  since: number;
  /** Milliseconds. Shorter than that of the pool after another connection was silent, until this one responds. */
  limit: number;
  pool: Pool;
  replaced: () => void;
}

interface Pool {
  limit: number;
}

const checkIntervalMs = 100;

/** Milliseconds by which a busy machine may delay the end of the limit. */
const maxDelay = 500;

const unlimited = new WeakSet<pg.ClientBase>();
const outdated = new WeakSet<pg.ClientBase>();

/** Returns true if the connection should be closed instead of used again. */
export const isReplaced = (client: pg.ClientBase): boolean => outdated.has(client);

/** Removes the time limits of a connection, for statements that may take hours. Only TCP keepalive protects them. */
export async function removeTimeLimit(client: pg.ClientBase): Promise<void> {
  await client.query("set statement_timeout = 0");
  unlimited.add(client);
}

/**
 * Closes connections that have received nothing for the limit of their pool while a statement runs. TCP reports a
 * vanished peer after minutes only. Their server is that of all connections: idle ones are closed too, and running
 * statements of pools with a longer limit get the same one until they receive something. One timer serves all
 * connections, so that statements cost nothing.
 *
 * Counts looks before reading the clock: on a busy machine, the server is late too.
 */
export function watchServer(): ServerWatch {
  const watched = new Map<OpenClient, Watched>();
  let timer: NodeJS.Timeout | undefined;

  function look(): void {
    const now = performance.now();
    const silent: OpenClient[] = [];
    const late: OpenClient[] = [];
    for (const [client, last] of watched) {
      const isWaiting = waitsSince(client, last);
      if (client.connection.stream.bytesRead !== last.bytesRead) last.limit = last.pool.limit;
      last.statement = statementOf(client);
      last.bytesRead = client.connection.stream.bytesRead;
      last.looks = isWaiting ? last.looks + 1 : 0;
      if (!isWaiting) last.since = now;
      if (outdated.has(client) && isIdle(client)) close(client);
      if (!isWaiting || unlimited.has(client)) continue;
      if (last.looks * checkIntervalMs >= last.limit) silent.push(client);
      else if (now - last.since >= last.limit + maxDelay) late.push(client);
    }
    closeSilent(silent);
    // A response that arrived while the event loop was blocked is read before.
    if (late.length > 0) setImmediate(() => closeSilent(late.filter(isStillWaiting)));
  }

  const isStillWaiting = (client: OpenClient) => {
    const last = watched.get(client);
    return last !== undefined && waitsSince(client, last);
  };

  function closeSilent(silent: readonly OpenClient[]): void {
    if (silent.length === 0) return;
    const limit = Math.min(...silent.map((client) => watched.get(client)?.limit ?? Infinity));
    for (const client of silent) close(client);
    for (const [client, last] of watched) {
      last.limit = Math.min(last.limit, limit);
      if (isIdle(client)) close(client);
    }
  }

  function close(client: OpenClient): void {
    forget(client);
    client.connection.stream.destroy(new SilentConnection());
  }

  function forget(client: OpenClient): void {
    watched.delete(client);
    if (watched.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  }

  return (limit) => {
    const pool: Pool = { limit };
    const ownClients = () => [...watched].filter(([, last]) => last.pool === pool);
    return {
      add(added, replaced = () => {}) {
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- The types of pg lack the connection of a client.
        const client = added as OpenClient;
        const since = performance.now();
        watched.set(client, { statement: undefined, bytesRead: 0, looks: 0, since, limit, pool, replaced });
        client.once("end", () => forget(client));
        timer ??= setInterval(look, checkIntervalMs).unref();
      },
      replaceAll() {
        for (const [client, { replaced }] of ownClients()) {
          outdated.add(client);
          if (client instanceof ServerClient) client.loseServer();
          replaced();
        }
      },
      stop() {
        for (const [client] of ownClients()) forget(client);
      },
    };
  };
}

/** Returns true if the connection has received nothing since the last look, and runs the same statement. */
function waitsSince(client: OpenClient, last: Watched): boolean {
  const statement = statementOf(client);
  return (
    statement !== undefined && statement === last.statement && client.connection.stream.bytesRead === last.bytesRead
  );
}

const isIdle = (client: OpenClient): boolean =>
  statementOf(client) === undefined && client.getTransactionStatus() === "I" && !unlimited.has(client);

const statementOf = (client: OpenClient): unknown => client._getActiveQuery() ?? undefined;
