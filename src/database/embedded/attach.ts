import { canConnect } from "./application-database.ts";
import { connectionTo, type Connection } from "./connection.ts";
import type { Home } from "./home.ts";
import { lockAttached } from "./home-locks.ts";
import { findPostmaster } from "./postmaster.ts";

export interface Attachment {
  connection: Connection;
  cluster: string;
  owner: false;
  exited: Promise<undefined>;
  stop: () => Promise<void>;
}

/**
 * Attaches to the server that another process owns. Returns undefined while the server is not ready or about to stop.
 */
export async function attach(home: Home): Promise<Attachment | undefined> {
  const lock = lockAttached(home, "shared"); // from here on, a command that owns the server does not stop it
  if (lock === undefined) return undefined;
  const connection = await connectToReadyServer(home);
  if (connection === undefined) {
    lock.release();
    return undefined;
  }
  const detached = Promise.withResolvers<undefined>();
  return {
    connection,
    cluster: home.cluster,
    owner: false,
    exited: detached.promise,
    stop: () => {
      lock.release();
      detached.resolve(undefined);
      return detached.promise;
    },
  };
}

async function connectToReadyServer(home: Home): Promise<Connection | undefined> {
  const postmaster = findPostmaster(home.cluster);
  if (!postmaster?.isReady) return undefined;
  try {
    const connection = connectionTo(home, postmaster.socketFolder);
    return (await canConnect(connection)) ? connection : undefined;
  } catch {
    return undefined; // the server is starting or stopping: its owner handles that, and the owner lock shows it
  }
}
