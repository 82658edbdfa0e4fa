import { setTimeout as delay } from "node:timers/promises";
import { errorOf } from "#lib/error-of.ts";
import { maxEndsPerMinute, maxFailedStarts, openRestartLimit } from "#lib/work/restart-limit.ts";
import { StartFailure, startFailureOf } from "#server/start-failure.ts";
import type { Assignment, Report } from "./messages.ts";
import { type End, startWorkerProcess, type WorkerProcess } from "./worker-process.ts";

interface WorkersOptions {
  count: number;
  sockets: Assignment["sockets"];
  connection: Assignment["connection"];
  /** Receives progress messages, line by line. */
  report: (line: string) => void;
  hear: (report: Report, from: WorkerProcess) => void;
  /** Called once a process has ended too often. */
  onFailed: (failure: StartFailure) => void;
  /** Called at each end that is followed by another start. */
  onRestart: () => void;
}

export interface Workers {
  /** Starts the first process alone, because it migrates the database, then the others. */
  start(): Promise<void>;
  /** The processes that accept requests. */
  listening(): WorkerProcess[];
  /** Stops all processes. Returns true if all of them completed their work. */
  stop(drain: number): Promise<boolean>;
  kill(): void;
}

const outageRestartDelayMs = 2000;

/** Keeps server processes running. */
export function openWorkers({
  count,
  sockets,
  connection,
  report,
  hear,
  onFailed,
  onRestart,
}: WorkersOptions): Workers {
  const running = new Map<number, WorkerProcess>();
  const stopping = new AbortController();
  const kept: Promise<unknown>[] = [];
  let areClean = true;

  /** Resolves when the process accepts requests for the first time. Rejects if it cannot start. */
  function keep(number: number): Promise<void> {
    const started = Promise.withResolvers<void>();
    const keeping = run(number, started.resolve).catch((error: unknown) => {
      if (stopping.signal.aborted) return;
      started.reject(error);
      onFailed(startFailureOf(error) ?? new StartFailure("process_failed", errorOf(error).message, { cause: error }));
    });
    kept.push(keeping);
    void keeping.then(started.resolve);
    return started.promise;
  }

  async function run(number: number, onListening: () => void): Promise<void> {
    const limit = openRestartLimit();
    let hasListened = false;
    while (!stopping.signal.aborted) {
      const welcomes = number === 1 && !hasListened;
      const assignment = { number, processes: count, sockets, connection, welcomes, runsJobs: number === 1 };
      const worker = startWorkerProcess(assignment, hear);
      running.set(number, worker);
      const onStart = async () => {
        await worker.listening;
        if (hasListened) report(`Server process ${number} serves requests again.`);
        hasListened = true;
        limit.started();
        onListening();
      };
      void onStart();
      const end = await worker.ended;
      running.delete(number);
      areClean &&= end.isClean;
      if (stopping.signal.aborted) return;
      if (sockets.length > 0 && running.size === 0) throw new StartFailure("process_failed", endedWithSockets);
      // The operator who has just started this program must act.
      if (end.failure && !hasListened) throw end.failure;
      const pause = isOutage(end) ? outageRestartDelayMs : limit.next();
      if (pause === undefined) throw endedTooOften(number, end);
      report(`Server process ${number} ended (${end.failure?.message ?? end.status}) and is started again.`);
      onRestart();
      await delay(pause, undefined, { signal: stopping.signal });
    }
  }

  return {
    async start() {
      await keep(1);
      await Promise.all(Array.from({ length: count - 1 }, (_, index) => keep(index + 2)));
    },
    listening: () => [...running.values()].filter((worker) => worker.isListening()),
    async stop(drain) {
      stopping.abort();
      areClean = true;
      for (const worker of running.values()) worker.send({ kind: "stop", drain });
      await Promise.all(kept);
      return areClean;
    },
    kill() {
      for (const worker of running.values()) worker.kill();
    },
  };
}

/** Node.js closes a descriptor with the last process that uses it. The service manager passes it to the next start. */
const endedWithSockets =
  "All server processes ended at the same time, and with them the sockets of the service manager. Everything stops. The reason is in the lines above: the service manager starts it again.";

/** Another server process may still serve requests, and all recover with the database. */
const isOutage = ({ failure }: End) => failure?.code === "database_unavailable";

const endedTooOften = (number: number, { status, failure }: End) =>
  new StartFailure(
    "process_failed",
    `Server process ${number} ended ${maxFailedStarts} times in a row while it started, or ${maxEndsPerMinute} times within a minute (last: ${failure?.message ?? status}). Everything stops. The reason is in the lines above: correct it and start again.`,
  );
