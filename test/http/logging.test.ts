import assert from "node:assert/strict";
import { Writable } from "node:stream";
import { test } from "node:test";
import fastify from "fastify";
import { logging, logRequests } from "#http/logging.ts";
import { newSecret } from "#lib/secrets/secret.ts";
import { newApiKey } from "#oauth/api-keys/key-text.ts";

void test("Secrets in paths, request IDs, messages and errors are redacted in the log", async () => {
  const lines: string[] = [];
  const stream = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk));
      done();
    },
  });
  const options = logging("trace");
  const app = fastify({
    ...options,
    logger: { ...(typeof options.logger === "object" ? options.logger : {}), stream },
    genReqId: ({ headers }) => String(headers["x-request-id"]),
  });
  logRequests(app, "trace");
  const [key, token, code, link] = [newApiKey(), newSecret("lat"), newSecret("lac"), newSecret("lml")];
  app.get("/:any", ({ log }) => {
    log.warn({ err: new Error(`cannot read ${code}`), nested: { link } }, `refused ${token}`);
    return {};
  });
  await app.inject({ url: `/${key}`, headers: { "x-request-id": token } });
  await app.close();
  assert.equal(lines.length, 2);
  for (const line of lines) JSON.parse(line);
  for (const secret of [key, token, code, link]) assert.ok(!lines.join("").includes(secret.slice(4)), lines.join(""));
  assert.equal((JSON.parse(lines[1]!) as { path: string }).path, "/lak_[redacted]");
});
