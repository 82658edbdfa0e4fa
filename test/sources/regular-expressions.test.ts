import assert from "node:assert/strict";
import { test } from "node:test";
import { type CallExpression, type NewExpression, Visitor } from "oxc-parser";
import { analyse } from "scslre";
import { type SourceFile, sourceFiles } from "../support/data/source-tree.ts";

interface Expression {
  place: string;
  source: string;
  flags: string;
}

/** Files that build expressions from texts at run time, with the reason why these take linear time. */
const built: Record<string, string> = {
  "domain/catalog/curriculum/quizzes/typed-answers/character-forms.ts": "one class of characters",
  "domain/messages/mail/smtp.ts": "an escaped address",
  "domain/privacy/traces.ts": "an escaped text between characters",
  "http/known-routes.ts": "the patterns of the routes, with one expression per path segment",
  "lib/text/confusable-name.ts": "one class of characters",
  "lib/csv/formula-guard.ts": "constants, anchored at the start",
  "lib/json/parse-large-json.ts": "one class of characters, with a limit",
  "lib/romanize/thai.ts": "constants without repetition",
  "lib/time/timestamp.ts": "a constant: the expression of zod, with leap seconds",
  "lib/text/visible-name.ts": "classes of characters without repetition",
  "pages/views/parts/refill-form.ts": "the name of an attribute",
};

const files = sourceFiles();

const lineOf = ({ text }: SourceFile, offset: number) => text.slice(0, offset).split("\n").length;

function expressionsIn(file: SourceFile): Expression[] {
  const found: Expression[] = [];
  new Visitor({
    Literal(node) {
      if (!("regex" in node)) return;
      const { pattern: source, flags } = node.regex;
      found.push({ place: `${file.path}:${lineOf(file, node.start)}`, source, flags });
    },
  }).visit(file.program);
  return found;
}

function buildsExpressions({ program }: SourceFile): boolean {
  let builds = false;
  const check = ({ callee }: NewExpression | CallExpression) => {
    if (callee.type === "Identifier" && callee.name === "RegExp") builds = true;
  };
  new Visitor({ NewExpression: check, CallExpression: check }).visit(program);
  return builds;
}

void test("Every regular expression takes linear time", () => {
  const expressions = files.flatMap(expressionsIn);
  assert.ok(expressions.length > 300, `${expressions.length} expressions`);
  const slow = expressions.filter((expression) => analyse(expression).reports.length > 0);
  assert.deepEqual(
    slow.map(({ place, source, flags }) => `${place} /${source}/${flags}`),
    [],
    "A repetition can start or end at many places. Rewrite it, for example with a lookbehind: /(?<!x)x+$/.",
  );
});

void test("Regular expressions are built at run time only in these files", () => {
  const building = files.filter(buildsExpressions).map(({ path }) => path);
  assert.deepEqual(building, Object.keys(built).toSorted());
});

void test("Superlinear expressions are recognized", () => {
  for (const expression of [/^(a+)+$/, /\s+$/, /^[\w.]+\w+@/, /(x|x)*y/]) {
    const { source, flags } = expression;
    assert.notEqual(analyse({ source, flags }).reports.length, 0, source);
  }
});
