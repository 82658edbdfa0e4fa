import { setTimeout as delay } from "node:timers/promises";
import { findBinaries } from "./binaries.ts";
import { hasCluster } from "./cluster.ts";
import { type Connection, connectionTo } from "./connection.ts";
import { EmbeddedDatabaseError, explainError } from "./errors.ts";
import { openHome, type Home } from "./home.ts";
import { describeHolder, isHolderKnown, lockHome, type Role, lockAttached } from "./home-locks.ts";
import { type OwnOptions, ownServer } from "./own-server.ts";
import type { ProcessLock } from "./process-lock.ts";
import { canConnect } from "./application-database.ts";
import { findPostmaster } from "./postmaster.ts";

export interface EmbeddedOptions {
  /** LECTERN_DATA; created if missing. */
  dataFolder: string;
  /**
   * Only one `serve` process per data folder. A `command` attaches to the running server, or starts one for its own
   * duration.
   */
  role: Role;
  /** Number of server processes that connect to the database. Default 1. */
  processes?: number;
  /** False for tests: faster, but a machine crash loses the data. Default true. */
  durable?: boolean;
  /** Receives the server's messages and progress notes, one line per call. */
  log?: (line: string) => void;
}

export interface EmbeddedServer {
  connection: Connection;
  /** PostgreSQL's data directory. */
  cluster: string;
  /** False if another process started the server. */
  owner: boolean;
  /**
   * Resolves after the final end of the owned server, with an error if it was not stopped, or when this process
   * detaches from another's.
   */
  exited: Promise<EmbeddedDatabaseError | undefined>;
  /** Stops an owned server, or detaches from another's. Idempotent. */
  stop: () => Promise<void>;
}

/**
 * Starts PostgreSQL on the data folder, or attaches to the server that runs there.
 *
 * The process that started the server owns it: the server ends with its owner, even by kill -9. Other processes attach.
 * - A second `serve` is rejected, with the pid of the first.
 * - A `command` next to an owner attaches to the owner's server as soon as it is ready.
 * - A command that owns the server and finishes first stays in `stop()` until the attached commands have finished.
 *   `stop()` of a `serve` does not wait: attached commands fail and can be repeated.
 * - A `serve` next to a command waits until the command has finished, then starts its own server.
 * - A `serve` starts the server again after a crash.
 *
 * Committed data survives any kind of process exit.
 *
 * @throws {EmbeddedDatabaseError} with a message for the operator
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedServer> {
  const { dataFolder, role, processes = 1, durable = true, log = () => {} } = options;
  try {
    const binaries = findBinaries();
    const home = openHome(dataFolder, log);
    hasCluster(home); // rejects a foreign folder before writing next to it
    const serveLock = role === "serve" ? await lockServe(home) : undefined;
    try {
      return await ownOrAttach(home, { binaries, role, processes, durable, log }, serveLock);
    } catch (error) {
      serveLock?.release();
      throw error;
    }
  } catch (error) {
    throw explainError(error, dataFolder);
  }
}

async function lockServe(home: Home): Promise<ProcessLock> {
  // The lock holder may not have recorded its pid yet.
  for (let tries = 0; tries < 40; tries++) {
    const lock = lockHome(home, "serve", "serve");
    if (lock !== undefined) return lock;
    if (isHolderKnown(home, "serve")) break;
    await delay(25);
  }
  throw new EmbeddedDatabaseError(
    `${describeHolder(home, "serve")} already serves the data folder of ${home.folder}. Stop it first, or set LECTERN_DATA to another folder.`,
  );
}

async function ownOrAttach(
  home: Home,
  options: OwnOptions,
  serveLock: ProcessLock | undefined,
): Promise<EmbeddedServer> {
  for (let isWaiting = false; ; isWaiting = true) {
    const ownerLock = lockHome(home, "owner", options.role);
    if (ownerLock !== undefined) return ownServer(home, options, [ownerLock, ...(serveLock ? [serveLock] : [])]);
    const attached = options.role === "command" ? await attach(home) : undefined;
    if (attached !== undefined) return attached;
    if (!isWaiting)
      options.log(`Waiting for ${describeHolder(home, "owner")}, which uses the database in ${home.folder}.`);
    await delay(25);
  }
}

interface Attachment {
  connection: Connection;
  cluster: string;
  owner: false;
  exited: Promise<undefined>;
  stop: () => Promise<void>;
}

/**
 * Attaches to the server that another process owns. Returns undefined while the server is not ready or about to stop.
 */
async function attach(home: Home): Promise<Attachment | undefined> {
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
