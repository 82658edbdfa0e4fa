import { flushCompileCache } from "node:module";
import { ConfigError, readConfig } from "./config.ts";
import { UnusableAddress } from "#http/listen.ts";
import { isDatabaseTrouble } from "./installation.ts";
import { serve, type Server } from "./serve.ts";

const patience = 25_000;

const say = (line: string) => process.stderr.write(`${line}\n`);

/** What PostgreSQL says of its own doings is left out, its warnings and errors are not. */
const report = (line: string) => {
  if (!/^(LOG|HINT|DETAIL): {2}/.test(line)) say(line);
};

/** Serves until SIGINT or SIGTERM, then finishes what is in flight. A second signal ends the process at once. */
export async function runUntilStopped(env: NodeJS.ProcessEnv): Promise<void> {
  let server: Server | undefined;
  let stopping = false;
  const stop = () => {
    if (stopping) process.exit(1);
    stopping = true;
    setTimeout(() => process.exit(1), patience).unref();
    void server?.close().then(() => process.exit(0));
  };
  process.on("SIGINT", stop);
  process.on("SIGTERM", stop);

  try {
    server = await serve(readConfig(env), report);
  } catch (error) {
    if (!isExpected(error)) throw error;
    say(error.message);
    process.exit(1);
  }
  if (stopping) {
    await server.close();
    process.exit(0);
  }
  // What was compiled for this start is there for the next one, also where this process is killed.
  flushCompileCache();
  void server.installation.embedded?.exited.then(() => {
    if (stopping) return;
    say("The embedded database ended unexpectedly. Start again: every commit that was answered is on the disk.");
    process.exit(1);
  });
}

const isExpected = (error: unknown): error is Error =>
  error instanceof ConfigError || error instanceof UnusableAddress || isDatabaseTrouble(error);
