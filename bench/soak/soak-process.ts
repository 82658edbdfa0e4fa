import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import type { Connection } from "../harness/cluster.ts";
import { freePort, nodeEnvironment, nodeFlags } from "../harness/server-process.ts";

export interface Started {
  connection: Connection;
}

export interface Sampled {
  rss: number;
  heapUsed: number;
  /** 99th percentile of the event-loop delay since the previous sample. */
  p99Milliseconds: number;
  /** Since the start of the process. */
  cpuMicroseconds: number;
}

export interface Collected {
  heapUsed: number;
}

export interface SoakProcess extends Started {
  port: number;
  dataFolder: string;
  env: Record<string, string>;
  sample(): Promise<Sampled>;
  /** Heap after two full collections. */
  collect(): Promise<Collected>;
  stop(): Promise<void>;
}

/**
 * Starts the product on its demo schools, with durable commits and the flags of `npm start`. The process that created
 * the demo ends before, because its memory would be part of the measurement.
 */
export async function startSoakProcess(settings: Record<string, string> = {}): Promise<SoakProcess> {
  const dataFolder = mkdtempSync(path.join(tmpdir(), "lectern-soak-"));
  // When started as root, PostgreSQL runs as another user, who needs access to the folder.
  chmodSync(dataFolder, 0o755);
  const port = await freePort();
  const env = {
    LECTERN_ENV: "development",
    LECTERN_DATA: dataFolder,
    LECTERN_HOST: "127.0.0.1",
    LECTERN_PORT: String(port),
    LECTERN_LOG_LEVEL: "error",
    ...settings,
  };
  const remove = () => rmSync(dataFolder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
  try {
    await (await start(env)).stop();
    const measured = await start(env);
    return { ...measured, port, dataFolder, env, stop: () => measured.stop().finally(remove) };
  } catch (error) {
    remove();
    throw error;
  }
}

async function start(env: Record<string, string>) {
  const file = fileURLToPath(new URL("soak-server.ts", import.meta.url));
  const child = spawn(process.execPath, [...nodeFlags, file, JSON.stringify({ env })], {
    stdio: ["ignore", process.stderr.fd, "inherit", "ipc"],
    env: { ...process.env, ...nodeEnvironment, NODE_OPTIONS: "" },
  });
  const ended = once(child, "exit").then(([code, signal]) => {
    throw new Error(`The server ended (${String(signal ?? code)}).`);
  });
  // Waiting callers receive the error. A regular stop is not an error.
  ended.catch(() => {});
  const message = <Message>() => Promise.race([once(child, "message").then(([first]) => first as Message), ended]);
  const ask = <Message>(request: string) => {
    const answer = message<Message>();
    child.send(request);
    return answer;
  };
  return {
    ...(await message<Started>()),
    sample: () => ask<Sampled>("sample"),
    collect: () => ask<Collected>("collect"),
    async stop() {
      if (child.exitCode === null && child.signalCode === null) child.kill("SIGTERM");
      await ended.catch(() => {});
    },
  };
}
