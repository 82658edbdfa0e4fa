import { readFileSync } from "node:fs";
import { fastify } from "fastify";
import { announce, settings } from "../harness/serving.ts";
import type { Recorded } from "./contenders.ts";

const { port, file } = settings as { port: number; file: string };
const responses = JSON.parse(readFileSync(file, "utf8")) as Record<string, Recorded>;

/** The lower limit of the cost: the same bytes, without a site, a session or a statement. */
const server = fastify({ logger: false });
for (const [row, { status, headers, body }] of Object.entries(responses)) {
  const bytes = Buffer.from(body, "base64");
  server.get(`/${row}`, (_request, reply) =>
    reply
      .code(status)
      .headers(headers)
      .send(status === 304 ? null : bytes),
  );
}
await server.listen({ port, host: "127.0.0.1" });
announce();
