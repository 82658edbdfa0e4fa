import { fork } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { nodeFlags } from "../../../bench/harness/server-process.ts";
import { connectionConfig } from "../databases/database.ts";
import { atEnd } from "../processes/at-end.ts";
import { storageFolder } from "../worlds/storage.ts";
import type { ASite } from "../world.ts";

export interface LoadRequest {
  connection: object;
  folder: string;
  host: string;
  paths: readonly string[];
}

/** Addresses of the modules that a request loaded first. The first entry is the start. */
export interface LoadedBy {
  path: string;
  status: number;
  modules: string[];
}

/** Starts the application in a process of its own and sends these requests, one after the other. */
export async function loadedModules({ host }: Pick<ASite, "host">, paths: readonly string[]): Promise<LoadedBy[]> {
  const request: LoadRequest = { connection: connectionConfig, folder: storageFolder, host, paths };
  const program = path.join(import.meta.dirname, "loaded-modules-process.ts");
  const child = fork(program, [JSON.stringify(request)], {
    execArgv: [...nodeFlags],
    env: { PATH: process.env["PATH"] },
  });
  atEnd(() => child.kill());
  const [results] = (await Promise.race([
    once(child, "message"),
    once(child, "exit").then(() => Promise.reject(new Error("The process has exited without a result."))),
  ])) as [LoadedBy[]];
  return results;
}
