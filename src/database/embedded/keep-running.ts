import { setTimeout as delay } from "node:timers/promises";
import { openRestartLimit } from "#lib/work/restart-limit.ts";
import { EmbeddedDatabaseError } from "./errors.ts";
import type { RunningServer } from "./server.ts";

export interface KeptServer {
  /** Resolves when the server has ended and is not started again: without an error if it was stopped. */
  exited: Promise<EmbeddedDatabaseError | undefined>;
  stop: () => Promise<void>;
}

/**
 * Starts a server again whenever it ends unexpectedly, on the same socket, so that clients only need to reconnect.
 * Gives up if it ends too often. Everything that was acknowledged is on disk.
 */
export function keepRunning(
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
