import type pg from "pg";
import type { Affinity } from "../harness/affinity.ts";
import type { Cluster } from "../harness/cluster.ts";
import type { Contender } from "../harness/contender.ts";
import { freePort, type ServerProcess, startServer } from "../harness/server-process.ts";
import { createLecternDatabase } from "../lectern/database.ts";
import { startLectern } from "../lectern/start.ts";
import { makeSite, type McpSite } from "./data.ts";
import { type Era, requestOf } from "./requests.ts";

/** All contenders on one database: two generations of the SDK, and the complete product. */
export async function startMcpContenders(cluster: Cluster, affinity: Affinity): Promise<Contender[]> {
  const { connection, pool } = await createLecternDatabase(cluster, "bench_mcp");
  const site = await makeSite(pool);
  await pool.query("analyze");
  const peer = (file: string) => async (port: number) =>
    startServer(new URL(file, import.meta.url), { connection, port, siteId: site.siteId }, affinity);
  const kinds: Kind[] = [
    { name: "sdk-2", title: "SDK 2.4", era: "2026-07-28", start: peer("sdk-2-server.ts") },
    { name: "sdk-1", title: "SDK 1.32", era: "2025-11-25", start: peer("sdk-1-server.ts") },
    {
      name: "lectern",
      title: "Lectern",
      era: "2026-07-28",
      start: (port) => startLectern(connection, port, affinity, { LECTERN_TRUSTED_PROXIES: "127.0.0.1" }),
    },
  ];
  const contenders: Contender[] = [];
  for (const kind of kinds) contenders.push(await startContender(kind, site, pool));
  return contenders;
}

interface Kind {
  name: string;
  title: string;
  era: Era;
  start: (port: number) => Promise<ServerProcess>;
}

async function startContender({ name, title, era, start }: Kind, site: McpSite, pool: pg.Pool): Promise<Contender> {
  const port = await freePort();
  const server = await start(port);
  return {
    name,
    title,
    port,
    host: site.host,
    server,
    requests: (row, count) =>
      Promise.resolve(Array.from({ length: count }, (_unused, index) => requestOf(site, era, row, index))),
    async analyze() {
      await pool.query("analyze");
    },
    async stop() {
      await server.stop();
      if (!pool.ending) await pool.end();
    },
  };
}
