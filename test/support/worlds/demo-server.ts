import { readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { temporaryDataFolder } from "./installation.ts";
import { freePort, type ServerProcess, type StartedBy, startServer } from "../processes/server-process.ts";

export interface DemoSite {
  origin: string;
  /** A key of the owner with all scopes. */
  apiKey: string;
  members: { email: string; password: string; roles: string[] }[];
}

/** A server process with the demo sites, on a data folder that it can be restarted on. */
export interface DemoServer {
  process: ServerProcess;
  env: Record<string, string>;
  /** The site at 127.0.0.1, which needs no name resolution. */
  site: DemoSite;
  /** Restarts; the previous process must have ended. */
  restart(env?: Record<string, string>): Promise<ServerProcess>;
  /** Ends the process, and removes the folder. */
  close(): Promise<void>;
}

export async function aDemoServer(settings: Record<string, string> = {}, startedBy?: StartedBy): Promise<DemoServer> {
  const dataFolder = temporaryDataFolder();
  const env = { LECTERN_ENV: "test", LECTERN_DATA: dataFolder, LECTERN_PORT: await freePort(), ...settings };
  const first = await startServer(env, startedBy);
  const { sites } = JSON.parse(readFileSync(path.join(dataFolder, "demo.json"), "utf8")) as { sites: DemoSite[] };
  const server: DemoServer = {
    process: first,
    env,
    site: sites.find(({ origin }) => origin.startsWith("http://127.0.0.1"))!,
    async restart(changes = {}) {
      server.process = await startServer({ ...env, ...changes }, startedBy);
      return server.process;
    },
    async close() {
      await server.process.stop();
      rmSync(dataFolder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
    },
  };
  return server;
}
