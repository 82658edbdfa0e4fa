import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { toWire } from "#lib/wire/names.ts";
import { prefix } from "#rest/prefix.ts";
import { routes } from "#operations/routes.ts";
import { scopeNames, scopes } from "#access/scopes.ts";
import { operatorOf, type Operator } from "../rest/support/operator.ts";
import { aSite } from "../support/world.ts";
import { assertHarmless } from "./support/harmless.ts";
import { sampled } from "../support/thorough.ts";

type Json = Record<string, unknown>;
interface Described {
  components: { schemas: Record<string, Json> };
  paths: Record<
    string,
    Record<string, { requestBody?: { content: Record<string, { schema: Json }> }; parameters?: Json[] }>
  >;
}

/** Texts that no column can store, and an SQL injection. */
const texts = ["a\0b", "a\udfffb", "'; drop table members; --"];
const inAddress = ["a%00b", "%ff", "x%27", "%f0%9f%99%82"];

void describe("the operator API accepts any text without a server error", () => {
  let operator: Operator;
  let description: Described;

  before(async () => {
    const site = await aSite({
      apiRequestsPerMinute: 100_000,
      apiBulkRequestsPerMinute: 10_000,
      apiSiteRequestsPerMinute: 1_000_000,
    });
    const all = scopeNames.filter((name) => scopes[name].kind === "operator");
    operator = await operatorOf(site, all.join(" "));
    description = (await site.get("/openapi.json")).json<Described>();
  });

  const ask = (method: string, path: string, payload?: object) =>
    operator.site.request(method as "GET", `${prefix}${path}`, {
      bearer: operator.bearer,
      ...(payload && { payload }),
    });

  for (const { method, path } of sampled(routes, 12, 3)) {
    void test(`in ${method} ${path}: its path, its query, its body`, async () => {
      for (const text of inAddress) {
        assertHarmless(await ask(method, path.replaceAll(/:\w+/g, text), method === "GET" ? undefined : {}));
      }
      const described =
        description.paths[`${prefix}${path.replaceAll(/:(\w+)/g, (_all, name: string) => `{${toWire(name)}}`)}`]?.[
          method.toLowerCase()
        ];
      assert.ok(described, "The operation is not in the API description.");
      const sound = path.replaceAll(/:\w+/g, "x");
      for (const name of namesOf(described.parameters)) {
        for (const text of ["a%00b", "x%27"]) assertHarmless(await ask(method, `${sound}?${name}=${text}`));
      }
      const reference = described.requestBody?.content["application/json"]?.schema["$ref"];
      const schema = description.components.schemas[String(reference).split("/").at(-1)!];
      if (method === "GET" || !schema) return;
      const names = Object.keys((schema["properties"] as Json | undefined) ?? {});
      for (const text of texts) {
        for (const value of [text, [text], { [text]: text }]) {
          const body = Object.fromEntries(names.map((name) => [name, value]));
          assertHarmless(await ask(method, sound, body));
        }
      }
      for (const name of names) assertHarmless(await ask(method, sound, { [name]: "a\0b" }));
    });
  }

  void test("and reports text that cannot be stored with its pointer", async () => {
    for (const text of ["a\0b", "a\ud800"]) {
      for (const [body, pointer] of [
        [{ name: text }, "/name"],
        [{ name: "Night sky", tags: ["a", text] }, "/tags/1"],
        [{ name: "Night sky", metadata: { key: text } }, "/metadata/key"],
        [{ name: "Night sky", metadata: { [text]: "value" } }, `/metadata/${text}`],
      ] as const) {
        const answer = await operator.post("/courses", body);
        const { code, errors } = answer.json<{ code: string; errors: { pointer: string; code: string }[] }>();
        assert.deepEqual([answer.statusCode, code], [422, "validation_failed"]);
        assert.deepEqual(
          errors.map((error) => [error.pointer, error.code]),
          [[pointer, "invalid_characters"]],
        );
      }
    }
  });
});

const namesOf = (parameters: Json[] = []): string[] =>
  parameters.filter((parameter) => parameter["in"] === "query").map(({ name }) => String(name));
