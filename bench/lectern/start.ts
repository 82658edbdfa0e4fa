import type { Affinity } from "../harness/affinity.ts";
import type { Connection } from "../harness/cluster.ts";
import { type ServerProcess, startServer } from "../harness/server-process.ts";

/** The whole product, as `npm start` runs it in production, on a database that was filled before. */
export const startLectern = (
  connection: Connection,
  port: number,
  affinity: Affinity,
  env: Record<string, string> = {},
): Promise<ServerProcess> => startServer(new URL("server.ts", import.meta.url), { connection, port, env }, affinity);
