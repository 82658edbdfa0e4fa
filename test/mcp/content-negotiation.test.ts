import assert from "node:assert/strict";
import { test } from "node:test";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { aSite } from "../support/world.ts";

void test("A client that can read neither JSON nor events is refused", async () => {
  const site = await aSite();
  const body = { jsonrpc: "2.0", id: 1, method: "tools/list", params: {} };
  const status = async (accept: string) => (await site.post("/mcp", body, { headers: { accept } })).statusCode;
  for (const accept of [
    "application/json, text/event-stream",
    "text/event-stream",
    "Application/JSON;q=0.9",
    "text/html, */*;q=0.8",
    "application/*",
    "",
  ]) {
    assert.equal(await status(accept), 200, accept);
  }
  for (const accept of ["text/html", "text/html, application/xhtml+xml", "application/jsonp"]) {
    assert.equal(await status(accept), 406, accept);
  }
  const refused = await site.post("/mcp", body, { headers: { accept: "text/html" } });
  assert.match(refused.json<{ error: { message: string } }>().error.message, /Send both in the Accept header/);
});

void test("A long response is compressed if the client accepts it; a short one and other clients get it as it is", async () => {
  const site = await aSite();
  const ask = (method: string, accepted: string | undefined, id: string | number = 1) =>
    site.post(
      "/mcp",
      { jsonrpc: "2.0", id, method, params: {} },
      { headers: accepted === undefined ? {} : { "accept-encoding": accepted } },
    );
  const plain = await ask("tools/list", undefined);
  assert.equal(plain.headers["content-encoding"], undefined);
  assert.equal(plain.headers["content-length"], String(plain.rawPayload.length));
  const decoders = { br: brotliDecompressSync, gzip: gunzipSync };
  const cases: [accepted: string, encoding: "br" | "gzip" | undefined][] = [
    ["gzip, deflate, br", "br"],
    ["gzip;q=0.5, br;q=0", "gzip"],
    ["identity", undefined],
  ];
  for (const [accepted, encoding] of cases) {
    const { headers, rawPayload } = await ask("tools/list", accepted);
    assert.deepEqual([headers["content-encoding"], headers["vary"]], [encoding, "Accept-Encoding"], accepted);
    const body = encoding === undefined ? rawPayload : decoders[encoding](rawPayload);
    assert.deepEqual(JSON.parse(body.toString()), plain.json());
    if (encoding !== undefined) assert.ok(rawPayload.length * 3 < body.length);
  }
  for (const id of [2, "2", "two", 2]) {
    const { rawPayload } = await ask("tools/list", "gzip", id);
    assert.deepEqual(JSON.parse(gunzipSync(rawPayload).toString()), { ...plain.json<object>(), id });
  }
  assert.equal((await ask("ping", "gzip")).headers["content-encoding"], undefined);
});
