import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import { gunzipSync } from "node:zlib";
import { describe, test } from "node:test";
import { openApiDocument } from "#rest/openapi/document.ts";
import { tagDescriptions } from "#rest/openapi/tags.ts";
import { toWire } from "#lib/wire/names.ts";
import { prefix } from "#rest/prefix.ts";
import { routes } from "#operations/routes.ts";
import { describedAt } from "../../support/openapi/document.ts";
import { root } from "../../support/data/source-tree.ts";
import { aSite } from "../../support/world.ts";

const document = (await openApiDocument({ origin: "https://learn.example", name: "Example School" })) as {
  paths: Record<string, Record<string, Described>>;
  tags: { name: string; description?: string }[];
};

interface Whole {
  tags: { name: string }[];
  paths: Record<string, Record<string, unknown>>;
  components: Record<string, Record<string, unknown>>;
}

interface Described {
  operationId: string;
  security: [{ oauth: string[] }];
}

void describe("/openapi.json", () => {
  void test("has its own origin, is OpenAPI 3.0.3, public, and cacheable", async () => {
    const site = await aSite();
    const response = await site.get("/openapi.json");
    const { openapi, servers } = response.json<{ openapi: string; servers: { url: string }[] }>();
    assert.deepEqual([openapi, servers], ["3.0.3", [{ url: site.origin }]]);
    const again = await site.get("/openapi.json", { headers: { "if-none-match": String(response.headers["etag"]) } });
    assert.equal(again.statusCode, 304);
  });

  void test("is compressed for clients that accept gzip", async () => {
    const site = await aSite();
    const plain = await site.get("/openapi.json");
    const compressed = await site.get("/openapi.json", { headers: { "accept-encoding": "br, gzip" } });
    const encodings = [plain, compressed].map(({ headers }) => [headers["content-encoding"], headers["vary"]]);
    assert.deepEqual(encodings, [
      [undefined, "Accept-Encoding"],
      ["gzip", "Accept-Encoding"],
    ]);
    assert.equal(gunzipSync(compressed.rawPayload).toString(), plain.body);
    assert.ok(compressed.rawPayload.length < plain.rawPayload.length / 8);
  });

  void test("describes every route, each with the scope that it enforces", () => {
    const described = Object.entries(document.paths).flatMap(([address, methods]) =>
      Object.entries(methods).map(([method, { operationId, security }]) => [
        `${method.toUpperCase()} ${address}`,
        operationId,
        security[0].oauth,
      ]),
    );
    const enforced = routes.map(({ method, path: address, operation }) => [
      `${method} ${prefix}${address.replace(/:(\w+)/g, (_match, name: string) => `{${toWire(name)}}`)}`,
      operation.name,
      "scope" in operation.access ? [operation.access.scope] : [],
    ]);
    assert.deepEqual(new Set(described.map(String)), new Set(enforced.map(String)));
    assert.equal(new Set(enforced.map(([, name]) => name)).size, enforced.length, "Two operations have the same name.");
  });

  void test("equals the committed contract: visible changes are on purpose (npm run contracts)", () => {
    const committed = readFileSync(path.join(root, "test/contracts/openapi.json"), "utf8");
    assert.deepEqual(JSON.parse(committed), JSON.parse(JSON.stringify(document)));
  });

  void test("describes every tag, and only existing ones", () => {
    const { tags } = document;
    assert.deepEqual(Object.fromEntries(tags.map(({ name, description }) => [name, description])), tagDescriptions);
  });

  void test("describes every parameter", () => {
    const silent = routes.flatMap((route) =>
      describedAt(route)
        .parameters.filter(({ description = "" }) => description.length < 5)
        .map(({ name }) => `${route.operation.name}: ${name}`),
    );
    assert.deepEqual(silent, []);
  });

  void test("has a part for each tag: its operations, and what they use", async () => {
    const site = await aSite();
    const whole = (await site.get("/openapi.json")).json<Whole>();
    let operations = 0;
    for (const { name } of document.tags) {
      const response = await site.get(`/openapi.json?tag=${name}`);
      const part = response.json<Whole>();
      assert.deepEqual(
        part.tags.map((tag) => tag.name),
        [name],
      );
      operations += Object.values(part.paths).flatMap(Object.keys).length;
      for (const [address, methods] of Object.entries(part.paths)) assert.deepEqual(methods, whole.paths[address]);
      for (const [, kind, component] of response.body.matchAll(/"#\/components\/(\w+)\/([\w.]+)"/g)) {
        assert.deepEqual(part.components[kind!]?.[component!], whole.components[kind!]![component!], component);
      }
      assert.ok(response.body.length < 400_000, `${name}: ${response.body.length} bytes`);
    }
    assert.equal(operations, Object.values(whole.paths).flatMap(Object.keys).length);
    const { body, headers } = await site.get("/openapi.json?tag=me");
    assert.ok(body.length < 60_000, String(body.length));
    assert.doesNotMatch(body, /"Course"/);
    const again = await site.get("/openapi.json?tag=me", { headers: { "if-none-match": String(headers.etag) } });
    assert.equal(again.statusCode, 304);
  });

  void test("refuses an unknown tag with the list of tags", async () => {
    const site = await aSite();
    for (const query of ["tag=lessons", "tag=", "tag=me&tag=school", "tag=constructor", `tag=${"x".repeat(3000)}`]) {
      const response = await site.get(`/openapi.json?${query}`);
      assert.equal(response.statusCode, 400, query);
      assert.match(String(response.headers["content-type"]), /^application\/problem\+json/);
      const { code, detail } = response.json<{ code: string; detail: string }>();
      assert.equal(code, "invalid_filter");
      assert.match(detail, /courses, /);
      assert.ok(detail.length < 1500);
    }
  });

  void test("contains only the address and the name of the site that serves it", async () => {
    const first = await aSite({}, undefined, 'The "Sky" \\ $& school');
    const second = await aSite();
    for (const site of [first, second, first]) {
      const response = await site.get("/openapi.json");
      const { info, servers } = response.json<{ info: { title: string }; servers: { url: string }[] }>();
      assert.deepEqual([info.title, servers], [`Operator API of ${site.site.name}`, [{ url: site.origin }]]);
      assert.doesNotMatch(response.body, /\.invalid\b/);
      const other = site === first ? second : first;
      assert.ok(!response.body.includes(other.origin));
    }
  });
});
