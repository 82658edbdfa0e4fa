import assert from "node:assert/strict";
import { test } from "node:test";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import type { LightMyRequestResponse } from "fastify";
import { encodingFor } from "#http/compress.ts";
import { insertCourse } from "#domain/catalog/courses/queries.ts";
import { newId } from "#domain/platform/ids.ts";
import { now } from "../support/clock.ts";
import { aSite } from "../support/world.ts";

const decode = (response: LightMyRequestResponse): string => {
  const encoding = response.headers["content-encoding"];
  if (encoding === "br") return brotliDecompressSync(response.rawPayload).toString();
  return encoding === "gzip" ? gunzipSync(response.rawPayload).toString() : response.body;
};

/** RFC 9110 §12.5.3 */
const negotiated: [header: string | undefined, large: string | undefined, small?: string][] = [
  [undefined, undefined],
  ["", undefined],
  ["gzip", "gzip"],
  ["br, gzip", "br"],
  ["gzip, deflate, br, zstd", "br"],
  ["GZIP;Q=1.0", "gzip"],
  ["x-gzip", "gzip"],
  ["gzip;q=0.8, br;q=0.5", "gzip"],
  ["gzip;q=0, br;q=0.001", "br"],
  ["gzip; q=0", undefined],
  ["gzip;q=0.000", undefined],
  ["*", "br"],
  ["*;q=0", undefined],
  ["*;q=0, gzip", "gzip", "gzip"],
  ["br;q=0, *", "gzip"],
  ["identity", undefined],
  ["identity, gzip;q=0.5", undefined],
  ["identity;q=0.5, gzip;q=1", "gzip"],
  ["identity;q=0, gzip", "gzip", "gzip"],
  ["identity;q=0", undefined],
  ["deflate, zstd", undefined],
  ["gzip;q=2", undefined],
  ["gzip;q=high", undefined],
];

void test("The coding that the client prefers is chosen", () => {
  for (const [header, large, small] of negotiated) {
    assert.equal(encodingFor(100_000, header), large, `${header}, large`);
    assert.equal(encodingFor(100, header), small, `${header}, small`);
  }
});

void test("Public texts are compressed on every surface, with a tag and a Vary of each coding", async () => {
  const site = await aSite();
  const style = /href="(\/assets\/site\.css[^"]+)"/.exec((await site.get("/")).body)![1]!;
  await insertCourse(site.context(), { id: newId(), slug: "knots", name: "Knots", status: "published" }, now());
  const part = /(\/sitemaps\/courses\.xml\?from=\w+)/.exec((await site.get("/sitemap.xml")).body)![1]!;
  for (const path of ["/", part, "/courses", "/auth.md", "/llms.txt", "/docs", "/docs.md", "/openapi.json", style]) {
    const plain = await site.get(path, { headers: { accept: "*/*" } });
    const tags = new Set([plain.headers.etag]);
    assert.equal(plain.headers["content-encoding"], undefined, path);
    for (const coding of ["gzip", ...(path === "/openapi.json" ? [] : ["br"])]) {
      const response = await site.get(path, { headers: { "accept-encoding": coding } });
      assert.equal(response.headers["content-encoding"], coding, path);
      // What is sent while it is made has no length, and a small one does not shrink.
      if (path !== part) {
        assert.equal(Number(response.headers["content-length"]), response.rawPayload.length);
        assert.ok(response.rawPayload.length < plain.rawPayload.length, path);
      }
      assert.equal(decode(response), plain.body, path);
      assert.match(String(response.headers.vary), /Accept-Encoding/);
      tags.add(response.headers.etag);
      const again = await site.get(path, {
        headers: { "accept-encoding": coding, "if-none-match": String(response.headers.etag) },
      });
      assert.deepEqual([again.statusCode, again.headers.etag, again.body], [304, response.headers.etag, ""], path);
      assert.equal(again.headers["content-encoding"], undefined);
      assert.match(String(again.headers.vary), /Accept-Encoding/);
    }
    assert.match(String(plain.headers.vary), /Accept-Encoding/);
    // A weak tag stands for the text in every coding.
    if (path !== part) assert.equal(tags.size, path === "/openapi.json" ? 2 : 3, path);
  }
});

void test("A page of a member is compressed only if the browser says that no other site requested it", async () => {
  const site = await aSite();
  const browser = await site.signedIn(await site.member());
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  const codingOf = async (path: string, fetchSite: string | undefined) => {
    const headers = { cookie, "accept-encoding": "gzip", ...(fetchSite && { "sec-fetch-site": fetchSite }) };
    const response = await site.get(path, { headers });
    assert.equal(response.statusCode, 200);
    assert.match(decode(response), /<\/html>/);
    assert.equal(response.headers["cache-control"], "no-store");
    return response.headers["content-encoding"];
  };
  for (const path of ["/account", "/courses", "/courses?q=guess"]) {
    assert.equal(await codingOf(path, "same-origin"), "gzip", path);
    assert.equal(await codingOf(path, "none"), "gzip", path);
    for (const other of ["cross-site", "same-site"]) assert.equal(await codingOf(path, other), undefined, path);
  }
  // Without Fetch Metadata, only an address without an input of the other site.
  assert.equal(await codingOf("/courses", undefined), "gzip");
  assert.equal(await codingOf("/courses?q=guess", undefined), undefined);
});

void test("HEAD has the headers of GET, and images and errors of small size are not compressed", async () => {
  const site = await aSite();
  const headers = { "accept-encoding": "gzip" };
  const [read, head] = [await site.get("/courses", { headers }), await site.request("HEAD", "/courses", { headers })];
  assert.deepEqual(
    [head.headers.etag, head.headers["content-encoding"], head.headers["content-length"], head.body],
    [read.headers.etag, "gzip", read.headers["content-length"], ""],
  );
  const missing = await site.get("/nothing-here", { headers: { ...headers, accept: "application/json" } });
  assert.deepEqual([missing.statusCode, missing.headers["content-encoding"]], [404, undefined]);
});
