import { once } from "node:events";
import { createServer } from "node:net";
import { asRecord } from "#lib/json/is-record.ts";
import type { Config } from "#server/config.ts";
import { type Check, note, ok, wrong } from "./check.ts";

export async function checkPort({ host, port }: Config): Promise<Check> {
  const name = "Port";
  const code = await tryListen(host, port);
  if (code === undefined) return ok(name, `${port} is free`);
  if (code === "EACCES") return wrong(name, `Port ${port} requires privileges. Set LECTERN_PORT to a port above 1023.`);
  if (code !== "EADDRINUSE") return wrong(name, `LECTERN_HOST ${host} is not an address of this machine (${code}).`);
  if (await isServed(port)) return note(name, `${port} is used by Lectern`);
  return wrong(name, `${port} is used by another program. Stop it, or set LECTERN_PORT to another port.`);
}

/** Returns the error code, or undefined. */
async function tryListen(host: string, port: number): Promise<string | undefined> {
  const server = createServer().listen({ host, port, exclusive: true });
  try {
    await once(server, "listening");
  } catch (error) {
    return error instanceof Error && "code" in error ? String(error.code) : undefined;
  }
  server.close();
  await once(server, "close");
  return undefined;
}

async function isServed(port: number): Promise<boolean> {
  try {
    const answer = await fetch(`http://localhost:${port}/healthz`, { signal: AbortSignal.timeout(3000) });
    return asRecord(await answer.json())["status"] === "ok";
  } catch {
    return false;
  }
}
