import type { Socket } from "node:net";
import type pg from "pg";
import { SilentConnection } from "./outage.ts";
import { ServerClient } from "./servers/server-client.ts";

/** Watches the connections of a database for servers that vanished without closing them. */
export interface SilenceWatch {
  /** Watches a connection until it ends. `replaced` is called when no other statement should use it. */
  add(client: pg.ClientBase, replaced?: () => void): void;
  /** Closes all connections, each as soon as it is idle: their server no longer accepts writes. */
  replaceAll(): void;
  stop(): void;
}

/** The parts of pg's client that its types hide. */
interface OpenClient extends pg.ClientBase {
  connection: { stream: Socket };
  _getActiveQuery(): unknown;
}

interface Watched {
  /** The statement whose response is awaited, as of the last look. */
  statement: unknown;
  bytesRead: number;
  /** Consecutive looks without a response. */
  looks: number;
  replaced: () => void;
}

/** Milliseconds between two looks at all connections. */
const interval = 100;

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
 * Closes connections that have received nothing for the given milliseconds while a statement runs, and then all idle
 * ones, because their server is the same. TCP reports a vanished peer after minutes only. Counts looks instead of
 * reading the clock, because data may be waiting unread after a blocked event loop. One timer serves all connections,
 * so that statements cost nothing.
 */
export function watchSilence(limit: number): SilenceWatch {
  const watched = new Map<OpenClient, Watched>();
  const maxLooks = Math.ceil(limit / interval);
  let timer: NodeJS.Timeout | undefined;

  function look(): void {
    let isSilent = false;
    for (const [client, last] of watched) {
      const statement = client._getActiveQuery() ?? undefined;
      const { bytesRead } = client.connection.stream;
      const isWaiting = statement !== undefined && statement === last.statement && bytesRead === last.bytesRead;
      last.statement = statement;
      last.bytesRead = bytesRead;
      last.looks = isWaiting ? last.looks + 1 : 0;
      if (outdated.has(client) && isIdle(client, statement)) close(client);
      if (last.looks < maxLooks || unlimited.has(client)) continue;
      isSilent = true;
      close(client);
    }
    if (isSilent) for (const [client, { statement }] of watched) if (isIdle(client, statement)) close(client);
  }

  const isIdle = (client: OpenClient, statement: unknown) =>
    statement === undefined && client.getTransactionStatus() === "I" && !unlimited.has(client);

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

  return {
    add(added, replaced = () => {}) {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- The types of pg lack the connection of a client.
      const client = added as OpenClient;
      watched.set(client, { statement: undefined, bytesRead: 0, looks: 0, replaced });
      client.once("end", () => forget(client));
      timer ??= setInterval(look, interval).unref();
    },
    replaceAll() {
      for (const [client, { replaced }] of watched) {
        outdated.add(client);
        if (client instanceof ServerClient) client.loseServer();
        replaced();
      }
    },
    stop() {
      watched.clear();
      clearInterval(timer);
      timer = undefined;
    },
  };
}
