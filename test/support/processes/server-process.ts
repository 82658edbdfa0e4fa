import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { descendantsOf } from "./process-tree.ts";

const root = path.join(import.meta.dirname, "../../..");

/**
 * Start command: npm or npx as in production, node directly, which is faster, or node as the first process of a
 * container.
 */
const commands = {
  npm: ["npm", "start"],
  npx: ["npx", "--no", "lectern", "serve"],
  node: [process.execPath, "src/main.ts"],
  container: ["unshare", "--pid", "--fork", "--mount-proc", "--kill-child", process.execPath, "src/main.ts"],
} as const;
export type StartedBy = keyof typeof commands | readonly [command: string, ...words: string[]];
/** Generous: on a busy machine, a first start takes a minute. */
const timeoutMs = 300_000;

const defaults = {
  LECTERN_HOST: "127.0.0.1",
  // On a busy machine, a statement may take longer than a request should wait.
  LECTERN_STATEMENT_TIMEOUT: "60",
  LECTERN_DRAIN_SECONDS: "0",
};

/** A server process with no other settings. */
export interface ServerProcess {
  pid: number;
  port: number;
  /** All output so far: messages and the log. */
  stderr(): string;
  stdout(): string;
  /** Waits for output on either stream that matches. */
  written(pattern: RegExp): Promise<void>;
  signal(signal: NodeJS.Signals): void;
  /** The exit status, null after an uncaught signal. */
  exited: Promise<number | null>;
  /** Sends SIGTERM and returns the exit status. */
  stop(): Promise<number | null>;
  /** Sends SIGKILL to the whole process tree: the server, its database and its watchdog. */
  killTree(): Promise<void>;
}

/** `folder`: the sources to run, or the working folder of another command. */
export function spawnServer(
  env: Record<string, string>,
  startedBy: StartedBy = "node",
  folder: string = root,
): ServerProcess {
  const [command, ...words] = typeof startedBy === "string" ? commands[startedBy] : startedBy;
  const { PATH, HOME, NODE_COMPILE_CACHE } = process.env;
  const child = spawn(command, words, {
    cwd: folder,
    env: { PATH, HOME, NODE_COMPILE_CACHE, ...defaults, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const output = { stdout: "", stderr: "" };
  let news = Promise.withResolvers<void>();
  const announce = () => {
    news.resolve();
    news = Promise.withResolvers();
  };
  for (const name of ["stdout", "stderr"] as const) {
    child[name].setEncoding("utf8").on("data", (text: string) => {
      output[name] += text;
      announce();
    });
  }
  let hasExited = false;
  const exited = once(child, "close").then(([code]) => {
    hasExited = true;
    announce();
    return code as number | null;
  });

  return {
    pid: child.pid!,
    port: Number(env["LECTERN_PORT"]),
    stderr: () => output.stderr,
    stdout: () => output.stdout,
    async written(pattern) {
      const deadline = AbortSignal.timeout(timeoutMs);
      const late = once(deadline, "abort");
      while (!pattern.test(output.stderr) && !pattern.test(output.stdout)) {
        assert.ok(!hasExited && !deadline.aborted, `No output matches ${pattern}:\n${output.stderr}\n${output.stdout}`);
        await Promise.race([news.promise, late]);
      }
    },
    signal: (signal) => child.kill(signal),
    exited,
    stop() {
      child.kill("SIGTERM");
      return exited;
    },
    async killTree() {
      for (const pid of [child.pid!, ...descendantsOf(child.pid!)]) {
        try {
          process.kill(pid, "SIGKILL");
        } catch {
          // It had already ended.
        }
      }
      await exited;
    },
  };
}

/** The same, once it listens. */
export async function startServer(
  env: Record<string, string>,
  startedBy?: StartedBy,
  folder?: string,
): Promise<ServerProcess> {
  const server = spawnServer(env, startedBy, folder);
  await server.written(/^Lectern listens on port/m);
  return server;
}

/** A free port. */
export async function freePort(): Promise<string> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, "127.0.0.1", resolve));
  const { port } = probe.address() as AddressInfo;
  await new Promise((resolve) => probe.close(resolve));
  return String(port);
}
