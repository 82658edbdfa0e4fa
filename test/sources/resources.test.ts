import assert from "node:assert/strict";
import { globSync } from "node:fs";
import path from "node:path";
import { describe, test } from "node:test";
import { Visitor } from "oxc-parser";
import type { Resource } from "#domain/platform/resource.ts";
import schema from "#database/schema.json" with { type: "json" };
import { resources } from "#domain/resources.ts";
import { property } from "../support/data/audit-actions.ts";
import { root, type SourceFile, sourceFiles } from "../support/data/source-tree.ts";
import { textsOfFiles } from "../../src/domain/files/files/references/references.ts";

const files = sourceFiles();
const all: readonly Resource[] = resources;
const declarations = globSync("domain/**/resource.ts", { cwd: path.join(root, "src") })
  .filter((file) => file !== "domain/platform/resource.ts")
  .toSorted();
const declaredAt = await Promise.all(declarations.map(async (file) => ({ file, resource: await resourceIn(file) })));

async function resourceIn(file: string): Promise<Resource> {
  const exported = (await import(path.join(root, "src", file))) as Record<string, Resource>;
  return Object.values(exported)[0]!;
}

/** Operations under a scope of another resource, with the reason. */
const otherScopes: Record<string, string> = {
  "domain/people/announcements/operations.ts: members:write": "staff write to members",
};

void describe("The declarations of resources", () => {
  void test("are all listed in src/domain/resources.ts", () => {
    const missing = declaredAt.filter(({ resource }) => !all.includes(resource)).map(({ file }) => file);
    assert.deepEqual(missing, [], "Add these to src/domain/resources.ts.");
    assert.equal(all.length, declarations.length);
  });

  void test("name each id kind, prefix, tag, event, table, phrase, export and import once", () => {
    const parts: Record<string, string[]> = {
      ids: all.flatMap(({ ids }) => Object.keys(ids)),
      prefixes: all.flatMap(({ ids }) => Object.values(ids)),
      tags: all.flatMap(({ tags }) => Object.keys(tags)),
      events: all.flatMap(({ events }) => Object.keys(events)),
      tables: all.flatMap(({ tables }) => tables.map(({ table }) => table)),
      names: all.flatMap(({ audit }) => Object.keys(audit.names)),
      actions: all.flatMap(({ audit }) => Object.keys(audit.actions)),
      exports: all.flatMap(({ exports }) => exports),
      imports: all.flatMap(({ imports }) => imports),
    };
    for (const [part, names] of Object.entries(parts)) {
      assert.deepEqual(
        names.filter((name, index) => names.indexOf(name) < index),
        [],
        `${part} declared twice`,
      );
    }
    assert.deepEqual(
      parts["prefixes"]!.filter((prefix) => !/^[a-z]{3}$/.test(prefix)),
      [],
    );
  });

  void test("name the scopes that the operations of their slice require", () => {
    const scopes = new Map(
      declaredAt.map(({ file, resource }) => [path.dirname(file), Object.values(resource.scopes)]),
    );
    const wrong = files.flatMap((file) => {
      const slice = file.path.split("/").slice(0, 3).join("/");
      const declared = scopes.get(slice);
      return declared
        ? scopesIn(file)
            .filter((scope) => !declared.includes(scope as never))
            .map((scope) => `${file.path}: ${scope}`)
        : [];
    });
    const unexpected = wrong.filter((each) => !(each in otherScopes));
    assert.deepEqual(unexpected, [], "Correct the operation, or the scopes in the resource.ts of its slice.");
  });
});

void test("Every column with Markdown or HTML that staff writes is searched for files before one is deleted", () => {
  const columns = Object.entries(schema).flatMap(([table, parts]) =>
    parts.columns.map((column) => column.replace(/!$/, "")).map((column) => ({ table, column, all: parts.columns })),
  );
  // HTML that is rendered from another column shows nothing else.
  const isRendered = (table: string, column: string) => {
    const source = column.replace(/_html$/, "");
    return ["_markdown", "", "s"].some((ending) =>
      columns.some((one) => one.table === table && one.column === source + ending),
    );
  };
  const texts = columns.filter(
    ({ table, column }) => column.endsWith("_markdown") || (column.endsWith("_html") && !isRendered(table, column)),
  );
  assert.ok(texts.length > 10);
  const missing = texts
    .filter(({ table, column }) => !(textsOfFiles[table] ?? []).includes(column))
    .map(({ table, column }) => `${table}.${column}`);
  assert.deepEqual(missing, [], "Add them to files/files/references/references.ts.");
});

/** Scopes that operations read or write with. */
function scopesIn({ program, path: file }: SourceFile): string[] {
  const found: string[] = [];
  if (!file.startsWith("domain/")) return found;
  new Visitor({
    Property({ key, value }) {
      if (key.type !== "Identifier" || !["reads", "writes"].includes(key.name)) return;
      const scope = value.type === "ObjectExpression" ? property(value, "scope") : value;
      if (scope?.type === "Literal" && typeof scope.value === "string") found.push(scope.value);
    },
  }).visit(program);
  return found;
}
