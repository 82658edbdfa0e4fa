import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { Problem } from "#domain/platform/problem.ts";
import type { Tool } from "#mcp/definition/tool.ts";
import { tools } from "#mcp/definition/tools.ts";
import { aSite } from "../support/world.ts";
import { agentAt, anOperatorAgent, type Json } from "./support/agent.ts";
import type { Schema } from "./support/host-profile.ts";

/** A position in the arguments of a tool, with the listed schema of its value. */
interface Position {
  path: readonly string[];
  schema: Schema;
  isRequired: boolean;
}

/** A value of a schema with all of its properties. */
function valueOf({ type, enum: values, items, properties = {} }: Schema): unknown {
  if (Array.isArray(values)) return values[0];
  if (type === "array") return [valueOf(items!)];
  if (type === "object")
    return Object.fromEntries(Object.entries(properties).map(([name, one]) => [name, valueOf(one)]));
  return { string: "x", integer: 3, number: 1.5, boolean: true }[String(type)];
}

function* positionsIn(schema: Schema, path: readonly string[] = []): Generator<Position> {
  const required = new Set(schema.required as string[] | undefined);
  for (const [name, part] of Object.entries(schema.properties ?? {})) {
    const position = { path: [...path, name], schema: part, isRequired: required.has(name) };
    yield position;
    yield* positionsIn(part, position.path);
    if (part.items) yield* positionsIn(part.items, [...position.path, "0"]);
  }
}

/** A copy with another value at a path; undefined removes it. */
function replaced(value: unknown, [name, ...rest]: readonly string[], by: unknown): unknown {
  if (name === undefined) return by;
  if (Array.isArray(value))
    return value.map((item: unknown, index) => (String(index) === name ? replaced(item, rest, by) : item));
  const entries = Object.entries(value as Json).map(([key, item]) => [
    key,
    key === name ? replaced(item, rest, by) : item,
  ]);
  return Object.fromEntries(entries.filter(([, item]) => item !== undefined));
}

const valueAt = (value: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>((part, name) => (part as Json | undefined)?.[name], value);

/** Properties of variants that their selector does not choose here, and parts of prices, which are texts. */
const isElsewhere = ({ path, schema }: Position): boolean =>
  /\([a-z_]+(?:, [a-z_]+)*\)(?: \(|$)/.test(String(schema.description)) ||
  ["amount", "currency"].includes(path.at(-1)!) ||
  path.includes("blocks");

/** The schema itself refuses a selector, with the names of the variants. */
const isSelector = ({ path }: Position): boolean => path.length > 1 && ["kind", "type", "mode"].includes(path.at(-1)!);

const hasKind = (value: unknown): boolean => typeof value === "object" && value !== null && "kind" in value;

const cases = tools.map((tool) => {
  const schema = tool.listed().inputSchema as Schema;
  const positions = [...positionsIn(schema)].filter((position) => !isElsewhere(position));
  return { tool, args: valueOf(schema) as Json, positions };
});

const read = (tool: Tool, args: unknown) => tool.read(args as Json);

void describe("The arguments of every tool", () => {
  void test("are the same as JSON text, at any depth", async () => {
    let compared = 0;
    for (const { tool, args, positions } of cases) {
      const expected = await read(tool, args);
      for (const { path, schema } of positions) {
        if (schema.type === "string") continue;
        const text = JSON.stringify(valueAt(args, path));
        for (const form of [text, ` ${text}\n`]) {
          assert.deepEqual(await read(tool, replaced(args, path, form)), expected, `${tool.name} ${path.join("/")}`);
        }
        compared++;
      }
      const texts = Object.entries(args).map(([name, value]) => [
        name,
        typeof value === "string" ? value : JSON.stringify(value),
      ]);
      assert.deepEqual(await read(tool, Object.fromEntries(texts)), expected, tool.name);
    }
    assert.ok(compared > 600, String(compared));
  });

  void test("are absent if they are null and the schema has no null, at any depth", async () => {
    let compared = 0;
    for (const { tool, args, positions } of cases) {
      for (const { path, schema, isRequired } of positions) {
        if (isRequired || schema.nullable === true) continue;
        const [withNull, without] = [replaced(args, path, null), replaced(args, path, undefined)];
        const result = await read(tool, withNull).catch((error: Problem) => error.details.errors![0]!);
        // The variant of an object that its selector chooses can require it.
        const isOfVariant = path.slice(1).some((_name, index) => hasKind(valueAt(args, path.slice(0, index + 1))));
        if (isOfVariant && (result as Json)["pointer"] === `/${path.join("/")}`) continue;
        const expected = await read(tool, without);
        // A variant that the list does not show can have null.
        if (valueAt(result, path) !== null) assert.deepEqual(result, expected, `${tool.name} ${path.join("/")}`);
        compared++;
      }
    }
    assert.ok(compared > 600, String(compared));
  });

  void test("are refused with what was received if the schema does not explain them", async () => {
    let refused = 0;
    for (const { tool, args, positions } of cases) {
      for (const { path, schema } of positions.filter((position) => !isSelector(position))) {
        // A literal has an error of its own.
        if (path.at(-1) === "lifetime") continue;
        const isScalarList = schema.type === "array" && ["string", "integer"].includes(String(schema.items!.type));
        const wrong = schema.type === "string" ? { a: 1 } : isScalarList ? "[broken" : "no such value";
        const pointer = `/${path.join("/")}`;
        const about = `${tool.name} ${pointer}`;
        await assert.rejects(
          read(tool, replaced(args, path, wrong)),
          (error) => {
            assert.ok(error instanceof Problem, about);
            const { detail, pointer: at } = error.details.errors![0]!;
            assert.equal(at, pointer, about);
            assert.match(detail, /^Expected .*, not (?:the text "|an object)/, about);
            return true;
          },
          about,
        );
        refused++;
      }
    }
    assert.ok(refused > 1000, String(refused));
  });
});

void describe("A call", () => {
  void test("reads lists, numbers, booleans and objects that arrive as text", async () => {
    const site = await aSite();
    const { call } = await anOperatorAgent(site);
    const names = async (args: Json) => {
      const { result, failure } = await call("admin_list_courses", args);
      assert.equal(failure, undefined, JSON.stringify(failure));
      return (result["data"] as { name: string }[]).map(({ name }) => name);
    };
    for (const name of ["Tides", "Knots"]) {
      const created = await call("create_course", { name, course_type: "free", tags: `["${name}, a course"]` });
      assert.deepEqual(created.result["tags"], [`${name}, a course`]);
    }
    const preview = await call("create_course", { name: "Winds", dry_run: "true" });
    assert.equal(preview.result["dry_run"], true);
    for (const type of [["free"], '["free"]', "free", "free,paid", '["paid", "free"]']) {
      assert.deepEqual((await names({ course_type: type, sort: "name" })).toSorted(), ["Knots", "Tides"]);
    }
    assert.deepEqual(await names({ course_type: "paid" }), []);
    assert.equal((await names({ limit: "1", fields: '["name"]', q: null, status: "", cursor: null })).length, 1);
    assert.equal((await names({ created_at: '{"gte": "2020-01-01"}' })).length, 2);
    const whole = await call("admin_list_courses", '{"limit": 1}' as unknown as Json);
    assert.equal((whole.result["data"] as unknown[]).length, 1);
  });

  void test("is refused with the value that was received and what to send", async () => {
    const site = await aSite();
    const { call } = await anOperatorAgent(site);
    const messageOf = async (name: string, args: Json) => (await call(name, args)).failure?.message ?? "";
    assert.match(
      await messageOf("admin_list_courses", { limit: "five" }),
      /whole number|a number.*, not the text "five"/,
    );
    assert.match(
      await messageOf("admin_list_courses", { limit: 500 }),
      /Expected a whole number from 1 to 100, not 500/,
    );
    assert.match(
      await messageOf("admin_list_courses", { limit: 1.5 }),
      /Expected a whole number from 1 to 100, not 1.5/,
    );
    assert.match(await messageOf("admin_list_courses", { course_type: "[free" }), /a list, such as .*not valid JSON/);
    assert.match(
      await messageOf("create_course", { name: "Tides", dry_run: "maybe" }),
      /true or false, not the text "maybe"/,
    );
    assert.match(await messageOf("create_course", { name: 5 }), /Expected a text, not 5/);
    const forbidden = { name: "Tides", metadata: '{"__proto__": {"a": 1}}' };
    assert.match(await messageOf("create_course", forbidden), /__proto__/);
    const deep = { name: "Tides", metadata: `{"a": ${"[".repeat(100)}${"]".repeat(100)}}` };
    assert.match(await messageOf("create_course", deep), /not the text .*levels/);
  });

  void test("needs the same confirmation if its arguments arrive as text", async () => {
    const site = await aSite();
    const { call } = await anOperatorAgent(site);
    const member = await site.member({ roles: ["student"] });
    const args = { id: member.sub, roles: '["owner"]' };
    assert.equal((await call("set_member_roles", args)).failure?.code, "confirmation_required");
    assert.equal((await call("set_member_roles", { ...args, confirm: "true", dry_run: "true" })).failure, undefined);
  });

  void test("through the gateway, of sign_in and of a prompt is read alike", async () => {
    const site = await aSite();
    const agent = await anOperatorAgent(site);
    const { call, send } = agent;
    const found = await call("search_tools", { query: "coupon", limit: "2", cursor: null });
    assert.equal((found.result["tools"] as unknown[]).length, 2);
    assert.match((await call("search_tools", { limit: "many" })).failure?.message ?? "", /not the text "many"/);
    const through = await call("call_tool", { name: "admin_list_courses", arguments: '{"limit": "1"}' });
    assert.deepEqual(through.result["data"], []);
    assert.match(
      (await call("call_tool", { name: "admin_list_courses", arguments: "limit 1" })).failure?.message ?? "",
      /Expected an object, not the text "limit 1"/,
    );
    const visitor = agentAt(site);
    for (const scopes of [
      ["openid", "courses:read"],
      '["openid", "courses:read"]',
      "openid courses:read",
      "openid,courses:read",
    ]) {
      assert.match((await visitor.call("sign_in", { scopes })).challenge, /scope="openid courses:read"/);
    }
    const prompt = await agent.ask<{ messages: { content: { text: string } }[] }>("prompts/get", {
      name: "draft_course_outline",
      arguments: '{"topic": 7, "course": null, "language": ""}',
    });
    assert.match(prompt.messages[0]!.content.text, /a course about 7: five/);
    const refused = await send("prompts/get", { name: "draft_course_outline", arguments: { topic: ["x"] } });
    assert.match(refused.body, /must be a string of at most 500 characters, not a list/);
  });
});
