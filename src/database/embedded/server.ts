import { setTimeout as delay } from "node:timers/promises";
import { prepareApplicationDatabase } from "./application-database.ts";
import { program, type Binaries } from "./binaries.ts";
import { connectionTo, type Connection } from "./connection.ts";
import { EmbeddedDatabaseError, explainError, explainOutput } from "./errors.ts";
import { spawnGuarded, type GuardedProcess } from "./guarded-process.ts";
import type { Home } from "./home.ts";
import { findPostmaster, readPostmaster, signalPostmaster } from "./postmaster.ts";
import { serverArguments } from "./settings.ts";
import { makeSocketFolder } from "./socket-folder.ts";

/** How long a stopping server may take before it is stopped without its last checkpoint, in milliseconds. */
const PATIENCE = 60_000;
/** How long the last sessions of a killed server may take to notice, in milliseconds. */
const LEFTOVER_PATIENCE = 10_000;

export interface RunningServer {
  connection: Connection;
  exited: Promise<void>;
  stop: () => Promise<void>;
}

/** Starts PostgreSQL on the cluster and returns when the database takes connections. Nobody else may run one on it. */
export async function runServer(
  home: Home,
  binaries: Binaries,
  options: { durable: boolean; log: (line: string) => void },
): Promise<RunningServer> {
  const output: string[] = [];
  for (const start = Date.now(); ; output.length = 0) {
    const socket = makeSocketFolder(home);
    const child = spawnServer(home, binaries, socket.path, socket.isTemporary, options, output);
    if (await becomesReady(home, child)) return await opened(home, child, socket.path, options.log);
    await child.closed;
    const text = output.join("\n");
    // Sessions of a server whose main process was killed end when they notice: PostgreSQL refuses to start beside them.
    if (text.includes("pre-existing shared memory block") && Date.now() - start < LEFTOVER_PATIENCE) await delay(200);
    else
      throw new EmbeddedDatabaseError(
        explainOutput(text, home.folder) ?? `PostgreSQL did not start on ${home.cluster}:\n${text}`,
      );
  }
}

function spawnServer(
  home: Home,
  binaries: Binaries,
  socketFolder: string,
  isTemporary: boolean,
  { durable, log }: { durable: boolean; log: (line: string) => void },
  output: string[],
): GuardedProcess {
  const leftBehind = readPostmaster(home.cluster);
  return spawnGuarded(program(binaries, "postgres"), serverArguments(home.cluster, socketFolder, durable), {
    runAs: home.runAs,
    ...(isTemporary ? { folder: socketFolder } : {}),
    // A pid file is stale when its process is dead or one of these: this says it of a pid that was reused by a program
    // of the same user, and leaves PostgreSQL's check for sessions that still use the cluster in force.
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
  // No deadline: recovery after a crash takes as long as it takes.
  do {
    if (readPostmaster(home.cluster)?.isReady && findPostmaster(home.cluster)) return true;
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
    if (stopping === undefined) log(`PostgreSQL on ${home.cluster} ended by itself (exit status ${status}).`);
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
  const patience = new AbortController();
  const outOfPatience = delay(PATIENCE, undefined, { signal: patience.signal, ref: false }).then(
    () => pid !== undefined && signalPostmaster(home.cluster, pid, "SIGQUIT"),
    () => {},
  );
  await Promise.race([child.exited, outOfPatience]);
  await child.exited;
  patience.abort();
}
