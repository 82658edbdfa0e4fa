import assert from "node:assert/strict";
import { test } from "node:test";
import { gunzipSync } from "node:zlib";
import { KeptResponse, KeptResponses } from "#http/public-cache/kept-responses.ts";
import { variantOf } from "#http/public-cache/variant.ts";

const aResponse = (bytes: number, etag = '"a"', earlier?: KeptResponse) =>
  new KeptResponse(
    {
      headers: {},
      etag,
      body: Buffer.alloc(bytes, "x"),
      version: "1",
      at: new Date(),
      isView: true,
      isForEveryone: false,
    },
    earlier,
  );

void test("Kept responses stay within their bytes, and no site evicts the pages of a smaller one", () => {
  const kept = new KeptResponses(100_000);
  kept.set("small", "/", aResponse(10_000));
  for (let page = 0; page < 1000; page++) {
    kept.set("large", `/${page}`, aResponse(5000));
    assert.ok(kept.size <= 100_000);
  }
  assert.ok(kept.get("small", "/"));
  assert.ok(kept.get("large", "/999"));
  assert.equal(kept.get("large", "/0"), undefined);
});

void test("The least recently used response of a site is evicted first, and a larger one than all is not kept", () => {
  const kept = new KeptResponses(40_000);
  for (const key of ["/a", "/b", "/c"]) kept.set("site", key, aResponse(8000));
  kept.get("site", "/a");
  kept.set("site", "/d", aResponse(8000));
  assert.ok(kept.get("site", "/a"));
  assert.equal(kept.get("site", "/b"), undefined);
  kept.set("site", "/e", aResponse(50_000));
  assert.equal(kept.get("site", "/e"), undefined);
  assert.equal(kept.size, 0);
});

void test("Each encoding is made once, counts as memory, and survives a new version of the same content", async () => {
  const kept = new KeptResponses(100_000);
  const first = aResponse(20_000);
  kept.set("site", "/", first);
  const before = kept.size;
  const [one, other] = await Promise.all([first.in("gzip"), first.in("gzip")]);
  assert.equal(one, other);
  assert.equal(gunzipSync(one).toString(), "x".repeat(20_000));
  assert.equal(kept.size, before + one.length);
  const same = aResponse(20_000, '"a"', first);
  assert.equal(same.in("gzip"), one);
  kept.set("site", "/", same);
  assert.equal(kept.size, before + one.length);
  assert.notEqual(await aResponse(20_000, '"b"', first).in("gzip"), one);
});

const keyOf = (url: string, accept?: string, language = "en") => variantOf({ url, headers: { accept } }, language)?.key;

void test("Only known parameters, in any order, are part of a key", () => {
  const plain = keyOf("/courses");
  assert.ok(plain);
  assert.equal(keyOf("/courses?utm_source=mail&fbclid=1"), plain);
  assert.equal(keyOf("/courses?"), plain);
  assert.notEqual(keyOf("/courses?tag=sea"), plain);
  assert.ok(keyOf("/courses?tag=sea&after=x"));
  assert.equal(keyOf("/courses?tag=sea&after=x"), keyOf("/courses?after=x&tag=sea&gclid=2"));
  for (const url of ["/courses?q=knots", "/courses?x=1", "/courses?tag=a&tag=b", `/courses?tag=${"a".repeat(300)}`]) {
    assert.equal(keyOf(url), undefined, url);
  }
});

void test("An address has one form, and languages and documents have keys of their own", () => {
  for (const url of ["/%63ourses", "/courses/%e6%bd%ae", "/courses/%"]) assert.equal(keyOf(url), undefined, url);
  assert.ok(keyOf("/courses/%E6%BD%AE"));
  const keys = [keyOf("/"), keyOf("/", "text/markdown"), keyOf("/", undefined, "zh-TW"), keyOf("/courses")];
  assert.equal(new Set(keys).size, 4);
  assert.equal(variantOf({ url: "/?tag=a", headers: {} }, "en")?.isPlain, false);
  assert.equal(variantOf({ url: "/?utm_source=a", headers: {} }, "en")?.isPlain, true);
});

void test("A request target with a fragment has no kept response", () => {
  assert.equal(variantOf({ url: "/courses#1", headers: {} }, "en"), undefined);
  assert.equal(variantOf({ url: "/courses", headers: {} }, "en")?.isPlain, true);
});
