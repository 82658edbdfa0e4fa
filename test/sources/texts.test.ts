import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { textFor } from "#pages/text/catalogue.ts";
import { root, sourceFiles, textFiles } from "../support/data/source-tree.ts";

const folder = "pages/text";

const filesOf = (language: string): string[] =>
  textFiles().flatMap(({ path: file }) =>
    path.dirname(file) === `${folder}/${language}` ? path.basename(file, ".json") : [],
  );

void test("Each language has the same files of page copy, which the README describes", () => {
  const english = filesOf("en");
  assert.ok(english.length > 50);
  assert.deepEqual(filesOf("zh-tw"), english);
  const readme = readFileSync(path.join(root, "src", folder, "README.md"), "utf8");
  assert.deepEqual(new Set([...readme.matchAll(/^\| `([\w-]+)` \|/gm)].map(([, file]) => file)), new Set(english));
});

void test("Each file of texts has the same entries in both languages, in the same order", () => {
  const texts = new Map(textFiles().map(({ path: file, text }) => [file, JSON.parse(text) as object]));
  const english = [...texts].filter(([file]) => /\ben\b/.test(file));
  assert.ok(english.some(([file]) => file.startsWith("domain/")) && english.some(([file]) => file.startsWith("mcp/")));
  for (const [file, entries] of english) {
    const translated = texts.get(file.replace(/\ben\b/, "zh-tw"));
    assert.deepEqual(translated && namesIn(translated, ""), namesIn(entries, ""), file);
  }
});

/** Names in code, of which a page composes the name of an entry: `${name}Hint`. */
const composed = /(?:Hint|Title|About|ed)$/;

void test("Every entry of the catalog has a use", () => {
  const code = sourceFiles()
    .filter(({ path: file }) => !file.startsWith(`${folder}/`))
    .map(({ text }) => text)
    .join("\n");
  const names = new Set(code.match(/\w+/g));
  const isUsed = (key: string) =>
    /\W/.test(key) ? code.includes(`"${key}"`) : names.has(key) || names.has(key.replace(composed, ""));
  const texts = textFor("en");
  // Names of actions are composed, and each has a test (audit-phrases.test.ts).
  const used = { ...texts, admin: { ...texts.admin, auditLog: { ...texts.admin.auditLog, actions: {} } } };
  assert.deepEqual(
    namesIn(used, "").filter((name) => !isUsed(name.slice(name.lastIndexOf("/") + 1))),
    [],
  );
});

/** All entries and groups of entries, by their path. */
const namesIn = (texts: object, above: string): string[] =>
  Object.entries(texts).flatMap(([key, value]) => [
    `${above}/${key}`,
    ...(typeof value === "object" && value !== null ? namesIn(value, `${above}/${key}`) : []),
  ]);
