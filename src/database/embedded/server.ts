import { setTimeout as delay } from "node:timers/promises";
import { prepareApplicationDatabase } from "./application-database.ts";
import { programPath, type Binaries } from "./binaries.ts";
import { connectionTo, type Connection } from "./connection.ts";
import { EmbeddedDatabaseError, explainError, explainOutput } from "./errors.ts";
import { spawnGuarded, type GuardedProcess } from "./guarded-process.ts";
import type { Home } from "./home.ts";
import { findPostmaster, readPostmaster, signalPostmaster } from "./postmaster.ts";
import { serverArguments } from "./settings.ts";
import { makeSocketFolder, type SocketFolder } from "./socket-folder.ts";

/** Maximum time for a graceful stop in milliseconds. After that, the server stops without a final checkpoint. */
const STOP_TIMEOUT_MS = 60_000;
/** Maximum time in milliseconds for the last sessions of a killed server to end. */
const LEFTOVER_TIMEOUT_MS = 10_000;

export interface RunOptions {
  durable: boolean;
  /** Number of server processes that connect. */
  processes: number;
  log: (line: string) => void;
  /** Folder of the previous server's socket, if clients already use it. */
  socketFolder?: string | undefined;
  /** Further settings of PostgreSQL, for this run. */
  settings?: Record<string, string> | undefined;
}

export interface RunningServer {
  connection: Connection;
  exited: Promise<void>;
  stop: () => Promise<void>;
}

/**
 * Starts PostgreSQL on the cluster and resolves when the database accepts connections. No other server may run on it.
 */
export async function runServer(home: Home, binaries: Binaries, options: RunOptions): Promise<RunningServer> {
  const output: string[] = [];
  for (const start = Date.now(); ; output.length = 0) {
    const socket = makeSocketFolder(home, options.socketFolder);
    const child = spawnServer(home, binaries, socket, options, output);
    if (await becomesReady(home, child)) return await opened(home, child, socket.path, options.log);
    await child.closed;
    const text = output.join("\n");
    // Sessions of a killed postmaster end with a delay, and PostgreSQL refuses to start while they run.
    if (text.includes("pre-existing shared memory block") && Date.now() - start < LEFTOVER_TIMEOUT_MS) await delay(200);
    else
      throw new EmbeddedDatabaseError(
        explainOutput(text, home.folder) ?? `PostgreSQL did not start on ${home.cluster}:\n${text}`,
      );
  }
}

function spawnServer(
  home: Home,
  binaries: Binaries,
  socket: SocketFolder,
  { durable, processes, log, settings: further }: RunOptions,
  output: string[],
): GuardedProcess {
  const leftBehind = readPostmaster(home.cluster);
  const settings = { socketFolder: socket.path, durable, processes, settings: further };
  return spawnGuarded(programPath(binaries, "postgres"), serverArguments(home.cluster, settings), {
    runAs: home.runAs,
    ...(socket.isTemporary ? { folder: socket.path } : {}),
    // PostgreSQL considers a pid file stale if its process is dead or has one of these pids. Passing the recorded pid
    // covers pids reused by the same user, and keeps PostgreSQL's check for sessions that still use the cluster.
    env: leftBehind ? { PG_GRANDPARENT_PID: String(leftBehind.pid) } : {},
    onLine(line) {
      output.push(line);
      if (output.length > 50) output.shift();
      log(line);
    },
  });
}

async function becomesReady(home: Home, child: GuardedProcess): Promise<boolean> {
  const gone = child.exited.then(() => true);
  // No deadline: crash recovery has no upper bound.
  do {
    // Reads the file once: the server replaces the one that a killed server has left, which says that it is ready.
    if (findPostmaster(home.cluster)?.isReady) return true;
  } while (!(await Promise.race([gone, delay(10, false)])));
  return false;
}

async function opened(
  home: Home,
  child: GuardedProcess,
  socketFolder: string,
  log: (line: string) => void,
): Promise<RunningServer> {
  let stopping: Promise<void> | undefined;
  const stop = () => (stopping ??= stopServer(home, child));
  const exited = child.exited.then((status) => {
    if (stopping === undefined) log(`PostgreSQL on ${home.cluster} ended unexpectedly (exit status ${status}).`);
    return undefined;
  });
  try {
    const connection = connectionTo(home, socketFolder);
    await prepareApplicationDatabase(connection);
    child.unref();
    return { connection, exited, stop };
  } catch (error) {
    await stop();
    throw explainError(error, home.folder);
  }
}

async function stopServer(home: Home, child: GuardedProcess): Promise<void> {
  const pid = readPostmaster(home.cluster)?.pid;
  child.interrupt();
  const timer = new AbortController();
  const timedOut = delay(STOP_TIMEOUT_MS, undefined, { signal: timer.signal, ref: false }).then(
    () => pid !== undefined && signalPostmaster(home.cluster, pid, "SIGQUIT"),
    () => {},
  );
  await Promise.race([child.exited, timedOut]);
  await child.exited;
  timer.abort();
}
