import type pg from "pg";
import type { Affinity } from "../harness/affinity.ts";
import type { Cluster, Connection } from "../harness/cluster.ts";
import type { Contender, Row } from "../harness/contender.ts";
import type { HttpRequest } from "../harness/http-request.ts";
import { freePort, type ServerProcess, startServer } from "../harness/server-process.ts";
import { createLecternDatabase } from "../lectern/database.ts";
import { startLectern } from "../lectern/start.ts";
import { makeSiteOfOulad, makeSiteOfTen, type ViewerSite } from "./data.ts";
import { query } from "./query.ts";
import { requireSameAnswers } from "./same-answers.ts";

/**
 * All contenders on one database with the same tokens. They differ only in the layers between the data and the JSON.
 */
export async function startViewerContenders(
  cluster: Cluster,
  affinity: Affinity,
  rows: readonly Row[],
): Promise<Contender[]> {
  const { connection, pool } = await createLecternDatabase(cluster, "bench_viewer");
  const tokens = new Map<string, { host: string; tokens: string[] }>();
  const add = async (name: string, make: () => Promise<ViewerSite>) => {
    if (!rows.some((row) => row.name === name)) return;
    const site = await make();
    tokens.set(name, { host: site.host, tokens: await site.tokens(1000) });
  };
  await add("viewer", () => makeSiteOfTen(pool, connection));
  await add("viewer-oulad", () => makeSiteOfOulad(pool, connection));
  // Before any statement is planned, because tables would look empty to the planner.
  await pool.query("analyze");

  const start = (file: URL) => (own: Connection, port: number) =>
    startServer(file, { connection: own, port }, affinity);
  const kinds: Kind[] = [
    {
      name: "mercurius",
      title: "mercurius, jit",
      request: graphql("/graphql"),
      start: start(new URL("mercurius-server.ts", import.meta.url)),
    },
    {
      name: "lectern",
      title: "Lectern",
      request: graphql("/member/graphql"),
      start: (own, port) => startLectern(own, port, affinity),
    },
    {
      name: "rest",
      title: "REST handler",
      request: { path: "/viewer" },
      start: start(new URL("rest-server.ts", import.meta.url)),
    },
  ];
  const contenders: Contender[] = [];
  for (const kind of kinds) contenders.push(await startContender(kind, connection, pool, tokens));
  await requireSameAnswers(contenders, [...tokens.keys()]);
  return contenders;
}

const graphql = (path: string): HttpRequest => ({ path, json: { query } });

interface Kind {
  name: string;
  title: string;
  request: HttpRequest;
  start: (connection: Connection, port: number) => Promise<ServerProcess>;
}

async function startContender(
  { name, title, request, start }: Kind,
  connection: Connection,
  pool: pg.Pool,
  sites: ReadonlyMap<string, { host: string; tokens: string[] }>,
): Promise<Contender> {
  const port = await freePort();
  const server = await start(connection, port);
  return {
    name,
    title,
    port,
    host: "",
    server,
    requests: (row, count) => {
      const { host, tokens } = sites.get(row)!;
      const one = (index: number): HttpRequest => {
        const authorization = `Bearer ${tokens[index % tokens.length]!}`;
        return { ...request, headers: { host, authorization } };
      };
      return Promise.resolve(Array.from({ length: count }, (_unused, index) => one(index)));
    },
    async analyze() {
      await pool.query("analyze");
    },
    async stop() {
      await server.stop();
      if (!pool.ending) await pool.end();
    },
  };
}
