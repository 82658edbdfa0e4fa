import assert from "node:assert/strict";
import { test } from "node:test";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { anOperator } from "../support/operator.ts";

const decoders = { br: brotliDecompressSync, gzip: gunzipSync };

void test("A long response is compressed if the client accepts it; a short one and other clients get it as it is", async () => {
  const operator = await anOperator("courses:read courses:write");
  for (const name of ["Knots", "Sails", "Charts", "Tides"]) {
    await operator.post("/courses", {
      name,
      outcomes: Array.from({ length: 20 }, (_, at) => `${name} of day ${at + 1}`),
    });
  }
  const ask = (path: string, accepted: string) => operator.get(path, { "accept-encoding": accepted });
  const plain = await ask("/courses", "identity");
  assert.ok(plain.rawPayload.length > 4096);
  assert.deepEqual([plain.headers["content-encoding"], plain.headers["vary"]], [undefined, "Accept-Encoding"]);
  for (const encoding of ["br", "gzip"] as const) {
    const { headers, rawPayload } = await ask("/courses", encoding);
    assert.deepEqual([headers["content-encoding"], headers["vary"]], [encoding, "Accept-Encoding"]);
    assert.equal(headers["content-length"], String(rawPayload.length));
    assert.equal(decoders[encoding](rawPayload).toString(), plain.body);
  }
  assert.equal((await ask("/courses?limit=1&fields=name", "gzip")).headers["content-encoding"], undefined);
});

void test("The ETag of each coding is strong, and conditions accept all of them", async () => {
  const operator = await anOperator("courses:read courses:write");
  const created = await operator.post("/courses", { name: "Knots", description_markdown: "A long text. ".repeat(400) });
  const path = `/courses/${created.json<{ id: string }>().id}`;
  const strong = String((await operator.get(path)).headers["etag"]);
  const { headers } = await operator.get(path, { "accept-encoding": "gzip" });
  const compressed = String(headers["etag"]);
  assert.equal(compressed, strong.replace(/"$/, '-gzip"'));
  const ofOthers = [strong.replace(/"$/, '-zstd"'), `W/${strong}`, `"other", ${compressed}`, `"a,b",W/${strong}`];
  for (const etag of [compressed, strong, ...ofOthers]) {
    for (const [accepted, sent] of [
      ["identity", strong],
      ["gzip", compressed],
    ] as const) {
      const known = await operator.get(path, { "if-none-match": etag, "accept-encoding": accepted });
      assert.deepEqual(
        [known.statusCode, known.headers["etag"], known.headers["vary"]],
        [304, sent, "Accept-Encoding"],
      );
    }
  }
  const weak = await operator.patch(path, { name: "Bends" }, { "if-match": `W/${strong}` });
  assert.equal(weak.statusCode, 412);
  assert.match(weak.body, /never matches a weak ETag/);
  const renamed = await operator.patch(path, { name: "Bends" }, { "if-match": compressed });
  assert.equal(renamed.statusCode, 200);
  const late = await operator.patch(path, { name: "Hitches" }, { "if-match": compressed });
  assert.equal(late.statusCode, 412);
});
