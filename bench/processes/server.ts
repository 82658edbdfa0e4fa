import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { freePort, nodeEnvironment, nodeFlags } from "../harness/server-process.ts";

export interface Server {
  pid: number;
  port: number;
  stop(): Promise<void>;
}

/** Starts the product with the demo and the flags of `npm start`. */
export async function startLectern(processes: number): Promise<Server> {
  const dataFolder = mkdtempSync(path.join(tmpdir(), "lectern-bench-"));
  // When started as root, PostgreSQL runs as another user, who needs access to the folder.
  chmodSync(dataFolder, 0o755);
  const port = await freePort();
  const { PATH, HOME } = process.env;
  const child = spawn(process.execPath, [...nodeFlags, "src/main.ts"], {
    stdio: ["ignore", "ignore", "pipe"],
    env: {
      PATH,
      HOME,
      ...nodeEnvironment,
      LECTERN_HOST: "127.0.0.1",
      LECTERN_PORT: String(port),
      LECTERN_DATA: dataFolder,
      LECTERN_LOG_LEVEL: "error",
      LECTERN_PROCESSES: String(processes),
    },
  });
  const ended = once(child, "exit");
  let output = "";
  await new Promise<void>((resolve, reject) => {
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      output += text;
      if (output.includes("Lectern listens on port")) resolve();
    });
    void ended.then(() => reject(new Error(`The server did not start:\n${output}`)));
  });
  return {
    pid: child.pid!,
    port,
    async stop() {
      child.kill("SIGTERM");
      await ended;
      rmSync(dataFolder, { recursive: true, force: true });
    },
  };
}
