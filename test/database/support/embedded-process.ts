import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import type { EmbeddedOptions, EmbeddedServer } from "#database/embedded/start.ts";

interface ProcessReport {
  event: string;
  line?: string;
  name?: string;
  message?: string;
  milliseconds?: number;
  owner?: boolean;
  connection?: EmbeddedServer["connection"];
  rows?: Record<string, unknown>[];
  error?: string;
}

export type EmbeddedProcess = ReturnType<typeof spawnEmbedded>;

const FIXTURE = fileURLToPath(new URL("embedded-fixture.ts", import.meta.url));

/**
 * Starts a process that uses the embedded database. `prefix` is a command to run it by, `user` another user to run it
 * as.
 */
export function spawnEmbedded(
  options: EmbeddedOptions,
  {
    prefix = [],
    user,
    fixture = FIXTURE,
  }: { prefix?: string[]; user?: { uid: number; gid: number }; fixture?: string } = {},
) {
  const [command, ...args] = [...prefix, process.execPath, fixture, JSON.stringify(options)];
  const child = spawn(command, args, { ...user, detached: true, stdio: ["pipe", "pipe", "inherit"] });
  const reports: ProcessReport[] = [];
  let news = Promise.withResolvers<void>();
  let hasEnded = false;
  const announce = () => {
    news.resolve();
    news = Promise.withResolvers();
  };
  createInterface({ input: child.stdout }).on("line", (line) => {
    reports.push(JSON.parse(line) as ProcessReport);
    announce();
  });
  const ended = new Promise<void>((resolve) => child.on("close", () => resolve()));
  void ended.then(() => {
    hasEnded = true;
    announce();
    return undefined;
  });
  child.stdin.on("error", () => {});

  /** Waits for the next matching report, including earlier ones. */
  async function find(description: string, fits: (item: ProcessReport) => boolean, from = 0): Promise<ProcessReport> {
    const deadline = AbortSignal.timeout(120_000);
    for (;;) {
      const found = reports.slice(from).find(fits);
      if (found !== undefined) return found;
      assert.ok(
        !hasEnded && !deadline.aborted,
        `No ${description}; reported: ${JSON.stringify(reports, undefined, 1)}`,
      );
      const timedOut = new Promise((resolve) => deadline.addEventListener("abort", resolve, { once: true }));
      await Promise.race([news.promise, timedOut]);
    }
  }

  return {
    pid: child.pid ?? 0,
    told: reports,
    ended,
    event: (event: string) => find(event, (item) => item.event === event),
    logged: (pattern: RegExp) => find(`line ${pattern}`, (item) => pattern.test(item.line ?? "")),
    async query(sql: string) {
      const from = reports.length;
      child.stdin.write(`${sql}\n`);
      const { rows, error } = await find("answer", (item) => item.event === "answer", from);
      return rows ?? error ?? "";
    },
    signal: (signal: NodeJS.Signals) => child.kill(signal),
    signalGroup: (signal: NodeJS.Signals) => process.kill(-(child.pid ?? 0), signal),
    stop: async () => {
      if (!hasEnded) child.stdin.write("stop\n");
      await ended;
    },
    kill: async () => {
      child.kill("SIGKILL");
      await ended;
    },
  };
}
