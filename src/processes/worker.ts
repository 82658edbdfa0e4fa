import "#server/compile-cache.ts";
import { readConfig } from "#server/config.ts";
import { exitAfter } from "#server/exit-after.ts";
import { setProcesses } from "#lib/work/share-of-machine.ts";
import type { Server } from "#server/serve.ts";
import { startFailureOf } from "#server/start-failure.ts";
import type { Assignment, Order, Report } from "./messages.ts";
import { openSiblings } from "./sibling-processes.ts";

/** The main module of a server process below a supervisor. It ends when its supervisor ends. */

const config = readConfig(process.env);
const tell = (report: Report, sent?: () => void) => void process.send?.(report, undefined, undefined, sent);
const siblings = openSiblings(tell);
let starting: Promise<Server> | undefined;
let isStopping = false;

process.on("message", (order: Order) => {
  siblings.hear(order);
  if (order.kind === "start") void start(order.assignment);
  if (order.kind === "stop") void stop(order.drain);
  if (order.kind === "measure") void measure(order.id);
});
// Ctrl-C reaches all processes of the terminal. The supervisor decides how they stop.
process.on("SIGINT", () => {});
process.on("SIGTERM", () => void stop(config.drainTime));

async function start({ processes, sockets, connection, welcomes, runsJobs }: Assignment): Promise<void> {
  // Before the modules with limits are loaded.
  setProcesses(processes);
  const report = (line: string) => tell({ kind: "line", line });
  try {
    const { serve } = await import("#server/serve.ts");
    starting = serve(config, { report, connection, sockets, welcomes, runsJobs, processes, siblings });
    await starting;
  } catch (error) {
    const failure = startFailureOf(error);
    if (!failure) throw error;
    return tell({ kind: "failed", code: failure.code, message: failure.message }, () => process.exit(1));
  }
  tell({ kind: "listening" });
}

async function stop(drain: number): Promise<void> {
  if (isStopping) return;
  isStopping = true;
  exitAfter(config.shutdownTime);
  const server = await starting?.catch(() => undefined);
  await server?.close({ drain });
  process.exit(0);
}

async function measure(id: number): Promise<void> {
  const server = await starting?.catch(() => undefined);
  tell({ kind: "measured", id, metrics: (await server?.metrics?.read()) ?? [] });
}
