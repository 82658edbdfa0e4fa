import cluster from "node:cluster";
import { programOf } from "#server/built-code.ts";
import { StartFailure } from "#server/start-failure.ts";
import type { Assignment, Order, Report } from "./messages.ts";

/** The end of a server process. */
export interface End {
  /** Its exit status, or the name of the signal. */
  status: string;
  /** True if it completed its work. */
  isClean: boolean;
  /** The reason that it reported, if it could not start. */
  failure: StartFailure | undefined;
}

/** A running server process. */
export interface WorkerProcess {
  /** From 1. */
  number: number;
  /** Resolves when it accepts requests. Does not settle if it ends before. */
  listening: Promise<void>;
  isListening(): boolean;
  ended: Promise<End>;
  send(order: Order): void;
  kill(): void;
}

/**
 * Starts a server process. All processes accept from one listening socket, so that no waiting connection is lost when
 * one of them is killed (docs/decisions/0018).
 */
export function startWorkerProcess(
  assignment: Assignment,
  hear: (report: Report, from: WorkerProcess) => void,
): WorkerProcess {
  cluster.schedulingPolicy = cluster.SCHED_NONE;
  cluster.setupPrimary({ exec: programOf("worker"), args: [] });
  const worker = cluster.fork();
  const listening = Promise.withResolvers<void>();
  let isListening = false;
  let failure: StartFailure | undefined;
  worker.on("message", (report: Report) => {
    if (report.kind === "failed") failure = new StartFailure(report.code, report.message);
    if (report.kind === "listening") {
      isListening = true;
      listening.resolve();
    }
    hear(report, self);
  });
  // Messages to a process that has ended fail: `ended` reports that.
  worker.on("error", () => {});
  const ended = new Promise<End>((resolve) => {
    worker.on("exit", (code: number | null, signal: string | null) => {
      isListening = false;
      resolve({ status: signal ?? `status ${code}`, isClean: code === 0, failure });
    });
  });
  const self: WorkerProcess = {
    number: assignment.number,
    listening: listening.promise,
    isListening: () => isListening,
    ended,
    send: (order) => void (worker.isConnected() && worker.send(order, () => {})),
    kill: () => void worker.process.kill("SIGKILL"),
  };
  self.send({ kind: "start", assignment });
  return self;
}
