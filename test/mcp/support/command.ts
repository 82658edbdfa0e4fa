import { spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";

const root = path.join(import.meta.dirname, "../../..");

export interface Command {
  /** Everything written so far to stdout and stderr. */
  output(): string;
  stdout(): string;
  /** Resolves with the first match of the pattern in the output, or rejects when the program ends without one. */
  written(pattern: RegExp): Promise<RegExpExecArray>;
  /** Writes to stdin. */
  write(text: string): void;
  exited: Promise<number | null>;
  stop(): Promise<void>;
}

const timeoutMs = 90_000;

/** Starts a program of a package, or at an absolute path, in a process of its own. It is ended with the test at the latest. */
export function startCommand(script: string, args: readonly string[], env: Record<string, string> = {}): Command {
  const { PATH, HOME } = process.env;
  const child = spawn(process.execPath, [path.resolve(root, "node_modules", script), ...args], {
    cwd: root,
    env: { PATH, HOME, NO_COLOR: "1", ...env },
    stdio: ["pipe", "pipe", "pipe"],
    timeout: timeoutMs,
    killSignal: "SIGKILL",
  });
  const text = { all: "", stdout: "" };
  let news = Promise.withResolvers<void>();
  for (const name of ["stdout", "stderr"] as const) {
    child[name].setEncoding("utf8").on("data", (chunk: string) => {
      text.all += chunk;
      if (name === "stdout") text.stdout += chunk;
      news.resolve();
      news = Promise.withResolvers();
    });
  }
  let hasExited = false;
  const exited = once(child, "close").then(([code]) => {
    hasExited = true;
    news.resolve();
    return code as number | null;
  });
  return {
    output: () => text.all,
    stdout: () => text.stdout,
    async written(pattern) {
      for (;;) {
        const found = pattern.exec(text.all);
        if (found) return found;
        if (hasExited) throw new Error(`No output matches ${pattern}:\n${text.all.slice(-3000)}`);
        await news.promise;
      }
    },
    write: (line) => void child.stdin.write(line),
    exited,
    async stop() {
      child.kill();
      await exited;
    },
  };
}

/** Runs it to its end. */
export async function runCommand(script: string, args: readonly string[], env?: Record<string, string>) {
  const command = startCommand(script, args, env);
  return { status: await command.exited, output: command.output(), stdout: command.stdout() };
}
