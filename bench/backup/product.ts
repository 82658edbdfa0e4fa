import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import path from "node:path";

export async function freePort(): Promise<string> {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, "close");
  return String(port);
}

/** Starts `lectern serve` and waits until it listens. */
export async function startProduct(env: Record<string, string>): Promise<{ stop(): Promise<void> }> {
  const main = path.join(import.meta.dirname, "../../src/main.ts");
  const child = spawn(process.execPath, [main], {
    env: { PATH: process.env["PATH"], LECTERN_HOST: "127.0.0.1", LECTERN_LOG_LEVEL: "silent", ...env },
    stdio: ["ignore", "ignore", "pipe"],
  });
  const exited = once(child, "close");
  let said = "";
  const listening = new Promise<void>((resolve) => {
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      said += text;
      if (said.includes("listens on port")) resolve();
    });
  });
  await Promise.race([listening, exited.then(() => Promise.reject(new Error(said)))]);
  return {
    async stop() {
      child.kill("SIGTERM");
      await exited;
    },
  };
}
