import { setTimeout as delay } from "node:timers/promises";
import { attach } from "./attach.ts";
import { findBinaries, type Binaries } from "./binaries.ts";
import { hasCluster } from "./cluster.ts";
import type { Connection } from "./connection.ts";
import { EmbeddedDatabaseError, explainError } from "./errors.ts";
import { openHome, type Home } from "./home.ts";
import { describeHolder, isHolderKnown, lockHome, type Role } from "./home-locks.ts";
import { ownServer } from "./own.ts";
import type { ProcessLock } from "./process-lock.ts";

export { EmbeddedDatabaseError } from "./errors.ts";

export interface EmbeddedOptions {
  /** LECTERN_DATA; made when missing. */
  dataFolder: string;
  /** One `serve` at a time for a data folder; a `command` uses the server that runs, or starts one for its own duration. */
  role: Role;
  /** False for tests: faster, but a crash of the machine loses the data. Default true. */
  durable?: boolean;
  /** Takes the server's own messages and notes about progress, line by line. */
  log?: (line: string) => void;
}

export interface EmbeddedServer {
  connection: Connection;
  /** False when another process started the server. */
  owner: boolean;
  /** When our server went away, by itself or stopped; when we leave another's. */
  exited: Promise<void>;
  /** Stops our server, or leaves another's. May be called again. */
  stop: () => Promise<void>;
}

/**
 * Starts PostgreSQL on the data folder, or attaches to the one that runs there.
 *
 * The process that started the server owns it: the server ends with it, even when it is killed. The others are attached.
 * - A second `serve` is refused, with the pid of the first.
 * - A `command` beside an owner attaches to its server, as soon as that is ready.
 * - A command that owns the server and finishes first stays in `stop()` until the attached commands have left.
 *   `stop()` of a `serve` does not wait: its operator wants it to end, attached commands fail and can be run again.
 * - A `serve` beside a command waits until the command has finished, then starts a server of its own.
 * However a process ends, what was committed is kept.
 *
 * @throws {EmbeddedDatabaseError} with a message for the operator
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedServer> {
  const { dataFolder, role, durable = true, log = () => {} } = options;
  try {
    const binaries = findBinaries();
    const home = openHome(dataFolder, log);
    hasCluster(home); // refuses a foreign one before anything is written beside it
    const serveLock = role === "serve" ? await lockServe(home) : undefined;
    try {
      return await ownOrAttach(home, { binaries, role, durable, log }, serveLock);
    } catch (error) {
      serveLock?.release();
      throw error;
    }
  } catch (error) {
    throw explainError(error, dataFolder);
  }
}

async function lockServe(home: Home): Promise<ProcessLock> {
  // The holder may have the lock, but not yet have noted its pid.
  for (let tries = 0; tries < 40; tries++) {
    const lock = lockHome(home, "serve", "serve");
    if (lock !== undefined) return lock;
    if (isHolderKnown(home, "serve")) break;
    await delay(25);
  }
  throw new EmbeddedDatabaseError(
    `${describeHolder(home, "serve")} already serves the data folder of ${home.folder}. Stop it first, or give this one a LECTERN_DATA of its own.`,
  );
}

async function ownOrAttach(
  home: Home,
  options: { binaries: Binaries; role: Role; durable: boolean; log: (line: string) => void },
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
