import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { type IncomingMessage, request } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { buffer } from "node:stream/consumers";
import type { Affinity } from "../harness/affinity.ts";
import type { Cluster } from "../harness/cluster.ts";
import type { Contender, Row } from "../harness/contender.ts";
import type { HttpRequest } from "../harness/http-request.ts";
import { freePort, startServer } from "../harness/server-process.ts";
import { createLecternDatabase } from "../lectern/database.ts";
import { startLectern } from "../lectern/start.ts";
import { createSchool, host, type School } from "./school.ts";

/** A response that the bare handler sends as it is. */
export interface Recorded {
  status: number;
  headers: Record<string, string>;
  /** In base64. */
  body: string;
}

/** The headers of a browser that opens a page. */
const browser = { accept: "text/html", "accept-encoding": "gzip, deflate, br", "sec-fetch-site": "none" };

/** Lectern on a demo school, and a handler that sends the responses that Lectern sent. */
export async function startPageContenders(
  cluster: Cluster,
  affinity: Affinity,
  rows: readonly Row[],
): Promise<Contender[]> {
  const { connection, pool } = await createLecternDatabase(cluster, "bench_pages");
  const school = await createSchool(connection, pool);
  await pool.query("analyze");
  const port = await freePort();
  const server = await startLectern(connection, port, affinity);
  const requests = new Map<string, HttpRequest[]>();
  const recorded: Record<string, Recorded> = {};
  for (const { name } of rows) {
    const requested = await requestsOf(name, school, port);
    requests.set(name, requested);
    recorded[name] = await ask(port, requested[0]!);
  }
  const folder = mkdtempSync(path.join(tmpdir(), "lectern-bench-pages-"));
  const file = path.join(folder, "responses.json");
  writeFileSync(file, JSON.stringify(recorded));
  const barePort = await freePort();
  const bare = await startServer(new URL("bare-server.ts", import.meta.url), { port: barePort, file }, affinity);
  rmSync(folder, { recursive: true, force: true });

  const analyze = async () => void (await pool.query("analyze"));
  return [
    {
      name: "bare",
      title: "bare handler",
      port: barePort,
      host,
      server: bare,
      requests: (row) => Promise.resolve([{ path: `/${row}`, headers: requests.get(row)![0]!.headers! }]),
      analyze,
      stop: () => bare.stop(),
    },
    {
      name: "lectern",
      title: "Lectern",
      port,
      host,
      server,
      requests: (row) => Promise.resolve(requests.get(row)!),
      analyze,
      async stop() {
        await server.stop();
        await pool.end();
      },
    },
  ];
}

/** Opens each page once: a conditional request has its ETag, and the first visit of a member changes the next ones. */
async function requestsOf(row: string, school: School, port: number): Promise<HttpRequest[]> {
  const requests: HttpRequest[] = [];
  for (const { path: target, cookie } of school.requests[row]!) {
    const headers = { ...browser, ...(cookie !== undefined && { cookie }) };
    const answer = await ask(port, { path: target, headers });
    if (answer.status !== 200) throw new Error(`${target}: ${answer.status}`);
    const condition = row.endsWith("-304") && { "if-none-match": answer.headers["etag"]! };
    requests.push({ path: target, headers: { ...headers, ...condition } });
  }
  return requests;
}

async function ask(port: number, { path: target, headers }: HttpRequest): Promise<Recorded> {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    request({ port, path: target, headers: { host, ...headers } }, resolve)
      .on("error", reject)
      .end();
  });
  const body = await buffer(response);
  const kept = Object.entries(response.headers).filter(([name]) => !connectionHeaders.has(name));
  return {
    status: response.statusCode ?? 0,
    headers: Object.fromEntries(kept.map(([name, value]) => [name, String(value)])),
    body: body.toString("base64"),
  };
}

/** Headers that every server sets itself. */
const connectionHeaders: ReadonlySet<string> = new Set(["connection", "date", "keep-alive", "transfer-encoding"]);
