import { flushCompileCache } from "node:module";
import { type Config, ConfigError, readConfig } from "./config.ts";
import { UnusableAddress } from "#http/listen.ts";
import { errorDocument } from "#lib/error-document.ts";
import { errorOf } from "#lib/error-of.ts";
import { onParentEnd } from "#lib/on-parent-end.ts";
import { isDatabaseTrouble, WrongSecretKey } from "./installation.ts";
import { serve, type Server } from "./serve.ts";

const say = (line: string) => process.stderr.write(`${line}\n`);

/**
 * Serves until SIGINT or SIGTERM, then finishes running requests. A second signal ends the process at once. With
 * `json`, stderr has only one document: the reason for the end.
 */
export async function runUntilStopped(env: NodeJS.ProcessEnv, { json = false } = {}): Promise<void> {
  /** Omits PostgreSQL's informational messages, but not its warnings and errors. */
  const report = (line: string) => {
    if (!json && !/^(LOG|HINT|DETAIL): {2}/.test(line)) say(line);
  };
  const fail = (code: string, message: string): never => {
    say(json ? errorDocument(code, message) : message);
    process.exit(1);
  };
  let config: Config | undefined;
  let server: Server | undefined;
  let stopping = false;
  /** Only SIGTERM drains: after Ctrl-C or the end of npx, nobody waits for this process. */
  const stop = (signal?: NodeJS.Signals) => {
    if (stopping) process.exit(1);
    stopping = true;
    setTimeout(() => {
      say("Some work did not end in time (LECTERN_SHUTDOWN_SECONDS). Committed changes are kept.");
      process.exit(1);
    }, config?.shutdownTime);
    void end(signal === "SIGTERM" ? config?.drainTime : 0);
  };
  const end = async (drain = 0) => {
    if (!server) return;
    await server.close({ drain });
    process.exit(0);
  };
  process.on("SIGINT", stop);
  process.on("SIGTERM", stop);
  onParentEnd(env, () => {
    if (!stopping) stop();
  });

  try {
    config = readConfig(env);
    server = await serve(config, report);
  } catch (error) {
    const code = codeOf(error);
    if (code === undefined) throw error;
    return fail(code, errorOf(error).message);
  }
  if (stopping) await end();
  // Saves the compiled code now, so that the next start uses it even if this process is killed.
  flushCompileCache();
  void server.installation.embedded?.exited.then(() => {
    if (stopping) return undefined;
    return fail(
      "database_unavailable",
      "The embedded database stopped unexpectedly. Start again: all acknowledged commits are on disk.",
    );
  });
}

/** Returns a code for expected startup errors; undefined for unexpected ones. */
function codeOf(error: unknown): string | undefined {
  if (error instanceof ConfigError) return "wrong_settings";
  if (error instanceof UnusableAddress) return "address_unusable";
  if (error instanceof WrongSecretKey) return "wrong_secret_key";
  return isDatabaseTrouble(error) ? "database_unavailable" : undefined;
}
