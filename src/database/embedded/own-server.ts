import { setTimeout as delay } from "node:timers/promises";
import { copyBinaries } from "./binaries-copy.ts";
import { linkLibraries, programPath, type Binaries } from "./binaries.ts";
import { hasCluster, makeCluster } from "./cluster.ts";
import type { Connection } from "./connection.ts";
import { EmbeddedDatabaseError } from "./errors.ts";
import type { Home } from "./home.ts";
import { lockAttached, type Role } from "./home-locks.ts";
import { SYSTEM_FOLDER } from "./moved-home.ts";
import { findPostmaster, stopAbandoned } from "./postmaster.ts";
import type { ProcessLock } from "./process-lock.ts";
import { reaches, type RunAs } from "./run-as.ts";
import { runServer, type RunningServer } from "./server.ts";
import { openRestartLimit } from "#lib/work/restart-limit.ts";

export interface OwnOptions {
  binaries: Binaries;
  role: Role;
  durable: boolean;
  /** Number of server processes that connect. */
  processes: number;
  log: (line: string) => void;
}

export interface OwnedServer {
  connection: Connection;
  cluster: string;
  owner: true;
  exited: Promise<EmbeddedDatabaseError | undefined>;
  stop: () => Promise<void>;
}

/**
 * Starts the home's server as its owner and creates the cluster if missing. Releases the locks after the final end of
 * the server. A `serve` starts it again after a crash, a `command` fails.
 */
export async function ownServer(home: Home, options: OwnOptions, locks: ProcessLock[]): Promise<OwnedServer> {
  const release = () => locks.forEach((lock) => lock.release());
  try {
    const first = await startOnHome(home, options);
    const server = options.role === "serve" ? keepOn(home, options, first) : withoutRestart(first);
    let stopping: Promise<void> | undefined;
    return {
      connection: first.connection,
      cluster: home.cluster,
      owner: true,
      exited: server.exited.finally(release),
      stop: () => (stopping ??= stopOwned(home, options, server)),
    };
  } catch (error) {
    release();
    throw error;
  }
}

const keepOn = (home: Home, options: OwnOptions, first: RunningServer): KeptServer =>
  keepRunning(first, () => startOnHome(home, options, first.connection.host), options.log);

const withoutRestart = ({ exited, stop }: RunningServer): KeptServer => ({
  exited: exited.then(() => undefined),
  stop,
});

/** `socketFolder` is the one that clients already know. */
async function startOnHome(
  home: Home,
  { binaries: installed, durable, processes, log }: OwnOptions,
  socketFolder?: string,
): Promise<RunningServer> {
  const binaries = runnableBinaries(installed, home.runAs, log);
  if (!hasCluster(home)) {
    log(`Preparing the database in ${home.folder} (first start) …`);
    await makeCluster(home, binaries, durable);
  }
  const abandoned = findPostmaster(home.cluster);
  if (abandoned !== undefined) {
    log(`PostgreSQL (pid ${abandoned.pid}) was left running by a Lectern process that has ended. Stopping it …`);
    await stopAbandoned(home.cluster, abandoned);
  }
  return runServer(home, binaries, { durable, processes, log, socketFolder });
}

/** Returns the programs at a path that the cluster's user can reach. */
export function runnableBinaries(installed: Binaries, runAs: RunAs | undefined, log: (line: string) => void): Binaries {
  if (runAs === undefined || reaches(runAs, programPath(installed, "postgres"))) {
    linkLibraries(installed);
    return installed;
  }
  const copy = copyBinaries(installed, SYSTEM_FOLDER);
  log(
    `PostgreSQL refuses to run as root, and uid ${runAs.uid} cannot reach ${installed.root}. Its programs run from ${copy.root}.`,
  );
  return copy;
}

async function stopOwned(home: Home, { role, log }: OwnOptions, server: KeptServer): Promise<void> {
  const closed = role === "command" ? await waitForDetach(home, server, log) : undefined;
  await server.stop();
  await server.exited;
  closed?.release();
}

async function waitForDetach(
  home: Home,
  server: KeptServer,
  log: (line: string) => void,
): Promise<ProcessLock | undefined> {
  const gone = server.exited.then(() => true);
  for (let isWaiting = false; ; isWaiting = true) {
    const lock = lockAttached(home, "exclusive");
    if (lock !== undefined) return lock;
    if (!isWaiting) log("Another command still uses the database. It stops when that command has finished.");
    if (await Promise.race([gone, delay(25, false)])) return undefined;
  }
}

interface KeptServer {
  /** Resolves when the server has ended and is not started again: without an error if it was stopped. */
  exited: Promise<EmbeddedDatabaseError | undefined>;
  stop: () => Promise<void>;
}

/**
 * Starts a server again whenever it ends unexpectedly, on the same socket, so that clients only need to reconnect.
 * Gives up if it ends too often. Everything that was acknowledged is on disk.
 */
function keepRunning(
  first: RunningServer,
  start: () => Promise<RunningServer>,
  log: (line: string) => void,
): KeptServer {
  const stopping = new AbortController();
  const limit = openRestartLimit();
  let current: RunningServer | undefined = first;
  limit.started();

  async function run(): Promise<EmbeddedDatabaseError | undefined> {
    for (let reason = ""; ;) {
      await current?.exited;
      if (stopping.signal.aborted) return undefined;
      const wait = limit.next();
      if (wait === undefined) return new EmbeddedDatabaseError(endedTooOften(reason));
      try {
        await delay(wait, undefined, { signal: stopping.signal });
        current = undefined;
        current = await start();
        limit.started();
        log("The embedded database was started again.");
      } catch (error) {
        if (stopping.signal.aborted) return undefined;
        reason = error instanceof Error ? ` ${error.message}` : "";
      }
    }
  }

  const running = run();
  let stopped: Promise<void> | undefined;
  const stop = async () => {
    stopping.abort();
    await current?.stop();
    await running;
    // A start that was already running when the server was stopped.
    await current?.stop();
  };
  return { exited: running, stop: () => (stopped ??= stop()) };
}

const endedTooOften = (reason: string) =>
  `The embedded database ended too often and is not started again.${reason} All acknowledged commits are on disk: correct the cause and start again.`;
