import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { fileURLToPath } from "node:url";
import type { Affinity } from "./affinity.ts";
import type { Usage } from "./serving.ts";

export interface ServerProcess {
  usage(): Promise<Usage>;
  stop(): Promise<void>;
}

/** The flags of `npm start`, and the one that the server sets itself, for every contender: they limit the garbage. */
export const nodeFlags = [
  "--no-parallel-scavenge",
  "--max-semi-space-size=4",
  "--max-old-space-size=512",
  "--no-allocation-site-pretenuring",
];
export const nodeEnvironment = { MALLOC_ARENA_MAX: "2", NODE_COMPILE_CACHE: "node_modules/.cache/lectern" };

/** Starts a server file in its own process and waits until it listens. */
export async function startServer(file: URL, settings: object, { serverPrefix }: Affinity): Promise<ServerProcess> {
  const command = [...serverPrefix, process.execPath, ...nodeFlags, fileURLToPath(file), JSON.stringify(settings)];
  const child = spawn(command[0]!, command.slice(1), {
    // Servers log warnings and errors only. These are not part of the table.
    stdio: ["ignore", process.stderr.fd, "inherit", "ipc"],
    env: { ...process.env, ...nodeEnvironment, NODE_ENV: "production", NODE_OPTIONS: "" },
  });
  const ended = once(child, "exit").then(([code, signal]) => {
    throw new Error(`${fileURLToPath(file)} exited early (${String(signal ?? code)}).`);
  });
  // Waiting callers receive the error. A regular stop is not an error.
  ended.catch(() => {});
  const message = <Message>() => Promise.race([once(child, "message").then(([first]) => first as Message), ended]);

  const stop = async () => {
    running.delete(stop);
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill("SIGTERM");
    await ended.catch(() => {});
  };
  running.add(stop);
  await message();
  return {
    stop,
    async usage() {
      const answer = message<Usage>();
      child.send("usage");
      return answer;
    },
  };
}

const running = new Set<() => Promise<void>>();

/** Stops all servers, including those started before another failure. */
export async function stopServers(): Promise<void> {
  await Promise.all([...running].map((stop) => stop()));
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  if (typeof address !== "object" || !address) throw new Error("No free port found.");
  return address.port;
}
