import { flushCompileCache } from "node:module";
import { type Config, readConfig } from "./config.ts";
import { startEmbedded } from "#database/embedded/start.ts";
import { exitAfter } from "./exit-after.ts";
import { inheritedSockets } from "#lib/settings/inherited-sockets.ts";
import { isDurable } from "#lib/settings/environment.ts";
import { errorDocument } from "#lib/json/error-document.ts";
import { onParentEnd } from "#lib/work/on-parent-end.ts";
import { startInit } from "#processes/init.ts";
import type { Running } from "./running.ts";
import { type StartFailure, startFailureOf } from "./start-failure.ts";

const say = (line: string) => process.stderr.write(`${line}\n`);

/**
 * Serves until SIGINT or SIGTERM, then finishes running requests. A second signal ends the process immediately. With
 * `json`, stderr has only one document: the reason for the end.
 */
export async function runUntilStopped(env: NodeJS.ProcessEnv, { json = false } = {}): Promise<void> {
  startInit(env);
  /** Omits PostgreSQL's informational messages, but not its warnings and errors. */
  const report = (line: string) => {
    if (!json && !/^(LOG|HINT|DETAIL): {2}/.test(line)) say(line);
  };
  const fail = ({ code, message }: StartFailure): never => {
    say(json ? errorDocument(code, message) : message);
    process.exit(1);
  };
  let config: Config | undefined;
  let running: Running | undefined;
  let stopping = false;
  /** Only SIGTERM drains: after Ctrl-C or the end of npx, no supervisor waits for this process. */
  const stop = (signal?: NodeJS.Signals) => {
    if (stopping) process.exit(1);
    stopping = true;
    exitAfter(config?.shutdownTime);
    void end(signal === "SIGTERM" ? config?.drainTime : 0);
  };
  const end = async (drain = 0) => {
    if (!running) return;
    try {
      await running.close({ drain });
    } catch (error) {
      const failure = startFailureOf(error);
      if (!failure) throw error;
      fail(failure);
    }
    process.exit(0);
  };
  process.on("SIGINT", stop);
  process.on("SIGTERM", stop);
  onParentEnd(env, () => {
    if (!stopping) stop();
  });

  try {
    config = readConfig(env);
    running = await start(config, report, inheritedSockets(env));
  } catch (error) {
    const failure = startFailureOf(error);
    if (!failure) throw error;
    return fail(failure);
  }
  if (stopping) await end();
  // Saves the compiled code now, so that the next start uses it even if this process is killed.
  flushCompileCache();
  void running.failed.then(async (failure) => {
    if (stopping) return undefined;
    stopping = true;
    exitAfter(config?.shutdownTime);
    await running?.close({ drain: 0 }).catch(() => {});
    return fail(failure);
  });
}

/** Starts the embedded database while the code that serves requests is loaded, which then reports a failure. */
function startDatabase(config: Config, log: (line: string) => void) {
  if (config.databaseUrl !== undefined) return undefined;
  const starting = startEmbedded({
    dataFolder: config.dataFolder,
    role: "serve",
    log,
    durable: isDurable(config.environment),
  });
  starting.catch(() => {});
  return starting;
}

/** The supervisor does not load the code that serves requests. */
async function start(config: Config, report: (line: string) => void, sockets: readonly number[]): Promise<Running> {
  if (config.processes > 1) return (await import("#processes/supervise.ts")).supervise(config, report, sockets);
  const embedded = startDatabase(config, report);
  return (await import("./serve.ts")).serve(config, { report, embedded, sockets });
}
