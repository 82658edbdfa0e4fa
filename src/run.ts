import { flushCompileCache } from "node:module";
import { ConfigError, readConfig } from "./config.ts";
import { UnusableAddress } from "#http/listen.ts";
import { errorDocument } from "#lib/error-document.ts";
import { isDatabaseTrouble, WrongSecretKey } from "./installation.ts";
import { serve, type Server } from "./serve.ts";

const patience = 25_000;

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
    const code = codeOf(error);
    if (code === undefined) throw error;
    return fail(code, error instanceof Error ? error.message : String(error));
  }
  if (stopping) {
    await server.close();
    process.exit(0);
  }
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
