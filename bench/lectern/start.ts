import type { Affinity } from "../harness/affinity.ts";
import type { Connection } from "../harness/cluster.ts";
import { type ServerProcess, startServer } from "../harness/server-process.ts";

/** The complete product, as started by `npm start` in production, on a prefilled database. */
export const startLectern = (
  connection: Connection,
  port: number,
  affinity: Affinity,
  env: Record<string, string> = {},
): Promise<ServerProcess> => startServer(new URL("server.ts", import.meta.url), { connection, port, env }, affinity);
