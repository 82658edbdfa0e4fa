import assert from "node:assert/strict";
import { test } from "node:test";
import { type CallExpression, type MemberExpression, type NewExpression, Visitor } from "oxc-parser";
import { readSource, type SourceFile, sourceFiles } from "../support/data/source-tree.ts";

/** Creates and caches the formatters of `Intl`. */
const home = "lib/text/formats.ts";

/** Formatters of browsers, which use one for each message. */
const ofBrowsers = "islands/formats.ts";

const nameOf = ({ object, property }: MemberExpression): string =>
  property.type === "Identifier" ? `${object.type === "Identifier" ? object.name : ""}.${property.name}` : "";

/** Returns the formatters that a file creates, and the methods that create one on each call. */
function formattersOf({ path, text, program }: SourceFile): string[] {
  const found: string[] = [];
  const check = ({ callee, start }: NewExpression | CallExpression) => {
    if (callee.type !== "MemberExpression") return;
    const name = nameOf(callee);
    const creates = /^Intl\.[A-Z]/.test(name) || /\.toLocale\w*$/.test(name);
    if (creates) found.push(`${path}:${text.slice(0, start).split("\n").length} ${name}`);
  };
  new Visitor({ NewExpression: check, CallExpression: check }).visit(program);
  return found;
}

void test("Formatters of Intl are created in one file, which caches them", () => {
  const found = sourceFiles()
    .filter(({ path }) => path !== home && path !== ofBrowsers)
    .flatMap(formattersOf);
  assert.deepEqual(found, [], `Use ${home}: creating a formatter costs a hundred times as much as using it.`);
});

void test("Formatters and methods that create one are recognized", () => {
  const cases = [
    "new Intl.NumberFormat(locale).format(1)",
    "Intl.DateTimeFormat(locale)",
    "(1).toLocaleString()",
    "date.toLocaleDateString(locale)",
    "name.toLocaleUpperCase()",
    "page.at.toLocaleTimeString()",
  ];
  for (const text of cases) assert.equal(formattersOf(readSource("case.ts", text)).length, 1, text);
});
