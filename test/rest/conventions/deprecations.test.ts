import assert from "node:assert/strict";
import { test } from "node:test";
import Fastify from "fastify";
import * as z from "zod";
import { forAnyone, operation } from "#domain/platform/operation.ts";
import { productVersion } from "#lib/settings/product-version.ts";
import { deprecate } from "#lib/wire/deprecation.ts";
import { read } from "#operations/route.ts";
import { announceDeprecations, deprecationsOf } from "#rest/deprecation-headers.ts";
import { describeOperation } from "#rest/openapi/operation.ts";
import { aSite } from "../../support/world.ts";
import { operatorOf } from "../support/operator.ts";

const notice = { since: "2027-01-15", sunset: "2028-01-15", instead: "Use `colors`." };
const earlier = { since: "2026-12-01", sunset: "2028-06-01", instead: "Use `getPalette`." };
const shape = { id: z.string(), color: deprecate(z.string(), notice).optional() };
const listPaints = operation({
  name: "listPaints",
  summary: "List paints",
  reads: forAnyone,
  input: z.object(shape),
  output: z.object({}),
  run: async () => ({}),
});

void test("Every response of the operator API, the Member API and the MCP server names the release", async () => {
  const operator = await operatorOf(await aSite(), "courses:read");
  const headers = { origin: "https://app.example.test" };
  for (const response of [
    await operator.get("/courses"),
    await operator.get("/courses/none"),
    await operator.site.get("/api/v1/none", { headers }),
    await operator.site.get("/api/v1/courses", { headers }),
    await operator.site.post("/member/graphql", {}, { headers }),
    await operator.site.post("/mcp", {}, { headers }),
  ]) {
    assert.equal(response.headers["x-api-version"], productVersion());
    assert.equal(response.headers["deprecation"], undefined);
  }
  const { info } = (await operator.site.get("/openapi.json")).json<{ info: { version: string } }>();
  assert.equal(info.version, productVersion());
});

void test("Requests that use something deprecated get the dates, with the earliest of several", async (t) => {
  const app = Fastify();
  t.after(() => app.close());
  for (const [path, described] of [
    ["/field", listPaints],
    ["/operation", { ...listPaints, deprecation: earlier }],
  ] as const) {
    const used = deprecationsOf(described);
    app.get(path, (request, reply) => {
      announceDeprecations(reply, "https://learn.example", used(request.query as object));
      return reply.send();
    });
  }
  const headersAt = async (url: string) => {
    const { headers } = await app.inject(url);
    return [headers["deprecation"], headers["sunset"], headers["link"]];
  };
  const link = '<https://learn.example/docs/reference/versions>; rel="deprecation"; type="text/html"';
  assert.deepEqual(await headersAt("/field?id=1"), [undefined, undefined, undefined]);
  assert.deepEqual(await headersAt("/field?color=red"), ["@1799971200", "Sat, 15 Jan 2028 00:00:00 GMT", link]);
  assert.deepEqual(await headersAt("/operation"), ["@1796083200", "Thu, 01 Jun 2028 00:00:00 GMT", link]);
  assert.deepEqual(await headersAt("/operation?color=red"), ["@1796083200", "Sat, 15 Jan 2028 00:00:00 GMT", link]);
});

void test("The same declaration marks the operation and the field in /openapi.json", () => {
  const parts = {
    origin: "https://learn.example",
    addresses: { of: () => undefined, has: () => false },
    schemas: {},
    responses: {},
  };
  const described = describeOperation(read("/paints/:id", { ...listPaints, deprecation: earlier }), parts) as {
    deprecated: boolean;
    description: string;
    parameters: { name?: string; deprecated?: boolean; description: string }[];
    responses: Record<string, { headers: object }>;
  };
  assert.equal(described.deprecated, true);
  assert.match(described.description, /^Deprecated since 2026-12-01, removed on 2028-06-01\. Use `getPalette`\. /);
  const color = described.parameters.find(({ name }) => name === "color");
  assert.equal(color?.deprecated, true);
  assert.match(color.description, /^Deprecated since 2027-01-15/);
  assert.equal(described.parameters.find(({ name }) => name === "id")?.deprecated, undefined);
  assert.ok(["Deprecation", "Sunset"].every((name) => name in described.responses["200"]!.headers));
});

void test("An announcement shorter than twelve months is refused", () => {
  assert.throws(() => deprecate(z.string(), { ...notice, sunset: "2028-01-14" }), /twelve months/);
  assert.throws(() => deprecationsOf({ ...listPaints, deprecation: { ...earlier, sunset: "2027-11-30" } }), /twelve/);
});
