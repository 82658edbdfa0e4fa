import { fork } from "node:child_process";
import { programOf } from "./built-code.ts";
import type { Config } from "./config.ts";
import type { Connection } from "#database/embedded/connection.ts";
import type { CreatedDemo } from "#demo/create-demo.ts";
import { StartFailure } from "./start-failure.ts";

/** Messages to the program. */
export type DemoOrder =
  /** Compute what needs no database. */
  | { kind: "draft"; config: Config }
  /** `connection`: to the embedded database of the server. */
  | { kind: "create"; config: Config; connection: Connection | undefined };

/** Messages of the program. */
export type DemoReport =
  | { kind: "line"; line: string }
  /** Undefined: there are other schools. */
  | { kind: "created"; demo: CreatedDemo | undefined }
  | { kind: "failed"; code: string; message: string };

/** The process that creates the demo schools. */
export interface DemoProgram {
  /** Computes what needs no database, which can be started meanwhile. */
  draft(): void;
  /** Throws a StartFailure if the database or the settings prevent it. */
  create(connection: Connection | undefined): Promise<CreatedDemo | undefined>;
  /** Ends the process. The database then drops what was not committed. */
  stop(): void;
}

/**
 * Starts a process for the demo, because the code and files of the demo take memory that the server would keep.
 * `report` receives progress messages, line by line.
 */
export function startDemoProgram(config: Config, report: (line: string) => void): DemoProgram {
  const program = fork(programOf("demo-program"), {
    // Keeps the Buffers of the settings.
    serialization: "advanced",
  });
  const created = Promise.withResolvers<CreatedDemo | undefined>();
  // The server may stop before it awaits the demo.
  created.promise.catch(() => {});
  program.on("message", (message: DemoReport) => {
    if (message.kind === "line") report(message.line);
    else if (message.kind === "created") created.resolve(message.demo);
    else created.reject(new StartFailure(message.code, message.message));
  });
  program.on("error", created.reject);
  program.on("exit", (code, signal) => {
    const message = `The process that creates the demo schools ended early (${signal ?? `status ${code}`}). Start again.`;
    created.reject(new StartFailure("demo_failed", message));
  });
  const send = (order: DemoOrder) => void program.send(order, () => {});
  return {
    draft: () => send({ kind: "draft", config }),
    create(connection) {
      send({ kind: "create", config, connection });
      return created.promise;
    },
    stop: () => void program.kill("SIGKILL"),
  };
}
