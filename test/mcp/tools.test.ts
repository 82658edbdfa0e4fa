import assert from "node:assert/strict";
import { test } from "node:test";
import { AjvJsonSchemaValidator } from "@modelcontextprotocol/sdk/validation/ajv-provider.js";
import { anonymous } from "#access/caller.ts";
import { type Scope, scopeNames } from "#access/scopes.ts";
import { newId } from "#domain/platform/ids.ts";
import { inlineJsonSchemaOf } from "#lib/wire/json-schema.ts";
import { textOf, toolsFor } from "../../src/mcp/lists/list-tools.ts";
import { everything } from "../../src/mcp/lists/selection.ts";
import { recoveries } from "../../src/mcp/calls/recovery.ts";
import { tools } from "../../src/mcp/definition/tools.ts";
import { isolateInSchema, markUntrusted } from "../../src/mcp/calls/untrusted.ts";

interface Listed {
  name: string;
  title: string;
  description: string;
  annotations: Record<string, unknown>;
  inputSchema: { properties: Record<string, object>; required?: string[] };
  outputSchema: Record<string, unknown>;
}

const holder = (scopes: readonly Scope[]) =>
  ({
    kind: "token",
    clientId: newId(),
    memberId: newId(),
    grantId: newId(),
    scopes: new Set(scopes),
    roles: ["owner"],
  }) as const;
const listed = async (scopes: readonly Scope[] = scopeNames) =>
  (JSON.parse(textOf(await toolsFor(holder(scopes), everything))) as { tools: Listed[] }).tools;
const all = await listed();

void test("A tool name is a verb and a noun, unique and at most 30 letters long", () => {
  const verbs = new Set(
    "search fetch get list check sign create save update set change delete move moderate validate disable grant upload admin mark add enroll invite unlock issue send grade reorder start cancel complete remove".split(
      " ",
    ),
  );
  for (const { name } of all) {
    assert.match(name, /^[a-z]+(_[a-z]+)*$/);
    assert.ok(name.length <= 30 && verbs.has(name.split("_")[0]!), name);
  }
  assert.equal(new Set(all.map(({ name }) => name)).size, all.length);
});

/** The names of all properties in a schema, at any depth, and the values of its enumerations. */
function wordsOf(schema: unknown): string[] {
  if (Array.isArray(schema)) return schema.flatMap((part) => (typeof part === "string" ? [part] : wordsOf(part)));
  if (typeof schema !== "object" || schema === null) return [];
  return Object.entries(schema).flatMap(([name, part]) => [name, ...wordsOf(part)]);
}

/** Tools of the connection, which are no operations. */
const isListedOnly = (name: string): boolean => !tools.some((tool) => tool.name === name);

/** Arguments and fields that are no words of ordinary sentences. */
const technical = "etag expand removes confirm unanswered cascade compare inline base64 from_url q".split(" ");

/** The words of a tool's arguments and of its whole result, which `tools/list` shows only in part. */
function vocabularyOf({ name }: Listed): string[] {
  const { listed: schemas, operations, versioned } = tools.find((tool) => tool.name === name)!;
  const outputs = operations.map(({ output }) => isolateInSchema(inlineJsonSchemaOf(output, markUntrusted)));
  return [...wordsOf([schemas().inputSchema, outputs]), ...(versioned ? ["etag"] : [])];
}

void test("A tool describes its purpose and its alternatives in 8 to 60 words, and lists explain their pagination", () => {
  const byName = new Map(all.map((tool) => [tool.name, tool]));
  for (const { name, title, description, inputSchema } of all) {
    const count = description.split(/\s+/).length;
    assert.ok(title.length > 0 && count >= 8 && count <= 60, `${name}: ${count} words`);
    const snakeCase = [...description.matchAll(/\b[a-z]+(?:_[a-z]+)+\b/g)].map(([word]) => word);
    const mentioned = [...snakeCase, ...technical.filter((word) => new RegExp(`\\b${word}\\b`).test(description))];
    const others = mentioned.flatMap((word) => byName.get(word) ?? []);
    const words = new Set([
      ...byName.keys(),
      ...(isListedOnly(name) ? [] : vocabularyOf(byName.get(name)!)),
      ...others.filter((other) => !isListedOnly(other.name)).flatMap(vocabularyOf),
    ]);
    for (const named of mentioned) {
      assert.ok(words.has(named), `${name} mentions ${named}, which does not exist.`);
    }
    const { cursor } = inputSchema.properties as Record<string, { description: string }>;
    if (cursor) assert.match(cursor.description, /next_cursor/, name);
  }
});

void test("Every tool has all four hints, and they agree with its operation", () => {
  for (const { name, annotations } of all) {
    const hints = ["readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint"].map(
      (hint) => annotations[hint],
    );
    assert.ok(hints.every((hint) => typeof hint === "boolean") && typeof annotations["title"] === "string", name);
  }
  for (const { name, annotations, operations } of tools) {
    assert.ok(
      operations.every(({ writes }) => writes === !annotations.readOnlyHint),
      name,
    );
    const takesAway = operations.some((operation) => /^(delete|remove|revoke|disable)/.test(operation.name));
    assert.ok(!takesAway || annotations.destructiveHint, name);
  }
});

void test("The operations of a tool need exactly the tool's scope, and the public ones none", () => {
  for (const { name, scope, operations } of tools) {
    const needed = operations.map(({ access }) => ("scope" in access ? access.scope : "anyone" in access ? null : "?"));
    assert.deepEqual([...new Set(needed)], [scope], name);
  }
});

void test("Every schema is an object schema of JSON Schema 2020-12", () => {
  const validator = new AjvJsonSchemaValidator();
  for (const { name, inputSchema, outputSchema } of all) {
    for (const schema of [inputSchema, outputSchema]) {
      assert.equal((schema as { type?: string }).type, "object", name);
      assert.doesNotThrow(() => validator.getValidator(schema), name);
    }
  }
});

/** Tools that grant or revoke privileges, or send data to other systems. */
const grantsOrSendsOut = [
  "set_member_roles",
  "set_member_state",
  "invite_member",
  "send_message",
  "save_webhook_endpoint",
  "upload_file",
];

/** Tools that delete what their arguments omit, or that end something permanently. */
const deletes = ["set_event_state"];

/** The list without a token is short: single items accept `fields`, but do not list it. */
const isPublic = new Set(tools.filter(({ scope }) => scope === null).map(({ name }) => name));

const confirmed = new Set([...grantsOrSendsOut, ...deletes]);

void test("Writes support dry runs and idempotency keys, deletions need confirmation, and reads have filters", () => {
  for (const { name, annotations, inputSchema } of all) {
    const { properties } = inputSchema;
    const writes = annotations["readOnlyHint"] === false;
    assert.equal("dry_run" in properties && "idempotency_key" in properties, writes, name);
    const namesRemovals = name === "save_curriculum" || name === "delete_section";
    const needsConfirmation = !namesRemovals && (/^(delete|disable)_/.test(name) || confirmed.has(name));
    assert.equal("confirm" in properties, needsConfirmation, name);
    assert.equal("removes" in properties, namesRemovals, name);
    const isPublicItem = isPublic.has(name) && !("cursor" in properties);
    if (/^(admin_)?(list|get)_/.test(name) && !isPublicItem) assert.ok("fields" in properties, name);
    if (!("cursor" in properties) || name === "search") continue;
    const limit = properties["limit"] as { description: string };
    assert.match(limit.description, /\(default 20, max 100\)$/, name);
  }
});

void test("The list contains the tools of the token's scopes, in a fixed order; with identity alone it is the public list", async () => {
  const everybody = (JSON.parse(textOf(await toolsFor(anonymous, everything))) as { tools: Listed[] }).tools.map(
    ({ name }) => name,
  );
  assert.deepEqual(
    (await listed(["openid", "profile", "email"])).map(({ name }) => name),
    everybody,
  );
  for (const scope of scopeNames) {
    const allowed = (await listed([scope])).map(({ name }) => name);
    const expected = tools.filter((tool) => tool.scope === null || tool.scope === scope).map(({ name }) => name);
    assert.deepEqual(allowed, ["check_connection", "sign_in", ...expected], scope);
  }
  const order = all.map(({ name }) => name);
  assert.deepEqual(
    (await listed(["courses:read", "posts:write"]))
      .map(({ name }) => name)
      .toSorted((a, b) => order.indexOf(a) - order.indexOf(b)),
    (await listed(["posts:write", "courses:read"])).map(({ name }) => name),
  );
});

void test("An error says in one sentence how to fix it", () => {
  for (const [code, recovery] of Object.entries(recoveries)) assert.match(recovery, /^[A-Z].+\.$/, code);
});
