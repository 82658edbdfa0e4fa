import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, test } from "node:test";

import { locales } from "#domain/platform/site/locales.ts";
import {
  actionLabel,
  actionQuestion,
  fieldHint,
  fieldLabel,
  fieldTexts,
  problemText,
  valueLabel,
} from "#pages/text/fields/texts.ts";
import { fromWire } from "#lib/wire/names.ts";
import { assertChinese } from "../support/assert-chinese.ts";
import { readOperationNames } from "../support/operation-names.ts";

const { labels, hints, values, actions, effects, problems } = fieldTexts.en;
const { resources, ...chinese } = fieldTexts["zh-TW"];
const names = readOperationNames();

/** The type of a resource and what pages through lists or expands them: no page shows these. */
const internalFields = new Set(["object", "cursor", "expand", "hasMore", "includeTotal", "nextCursor"]);

/** Their values are names in the API. */
const namingFields = new Set(["object", "expand", "include", "sort", "scopes", "eventType", "eventTypes", "types"]);

/** Sizes of the files of one image, for `srcset`. */
const isVariant = (name: string): boolean => name.startsWith("name.");

const shownValues = [...names.values.keys()].filter(
  (name) => !namingFields.has(name.slice(0, name.indexOf("."))) && !isVariant(name),
);

/** Names of a kind, alone and in their contexts. */
const inContexts = (map: ReadonlyMap<string, ReadonlySet<string>>): Set<string> =>
  new Set([...map].flatMap(([name, contexts]) => [name, ...[...contexts].map((context) => `${context}.${name}`)]));

/** IDs whose field says of which type they are: `course.id`. */
const typedIds = [...names.values.keys()]
  .filter((name) => name.startsWith("type."))
  .map((name) => `${fromWire(name.slice("type.".length))}.id`);

const knownFields = new Set([...inContexts(names.fields), ...typedIds]);
const knownValues = inContexts(new Map(shownValues.map((name) => [name, names.values.get(name) ?? new Set()])));
const knownActions = inContexts(names.actions);

void describe("the texts of the fields", () => {
  void test("contain each field, value and action of the operations", () => {
    const missing = [
      ...[...names.fields.keys()].filter((name) => !internalFields.has(name) && !(name in labels)),
      ...shownValues.filter((name) => !(name in values) && !(name.slice(name.indexOf(".") + 1) in values)),
      ...["new", "edit", ...names.actions.keys()].filter((name) => !(name in actions)),
    ];
    assert.equal(missing.join(" "), "");
  });

  void test("contain nothing that no operation has", () => {
    const bareValues = new Set(shownValues.map((name) => name.slice(name.indexOf(".") + 1)));
    const unknown = [
      ...[...Object.keys(labels), ...Object.keys(hints)].filter((name) => !knownFields.has(name)),
      ...Object.keys(values).filter((name) => !bareValues.has(name) && !knownValues.has(name)),
      ...Object.keys(actions).filter((name) => !["new", "edit"].includes(name) && !knownActions.has(name)),
      ...Object.keys(effects).filter((name) => !knownActions.has(name)),
    ];
    assert.equal(unknown.join(" "), "");
  });

  void test("explain each code of a field error that the domain reports", async () => {
    const codes = await readFieldErrorCodes();
    assert.ok(codes.has("not_found") && codes.has("circular"));
    assert.equal([...codes, ...schemaCodes].filter((code) => !(code in problems)).join(" "), "");
  });

  void test("have the same rules in English", () => {
    for (const [name, label] of all(labels, values, actions)) {
      assert.match(label, /^[A-Z\d][^.:;!?]*$/, name);
      const rest = label.replaceAll(properNames, "").replace(/^\w+/, "");
      assert.doesNotMatch(rest, /[A-Z]/, `${name}: ${label}`);
    }
    for (const [name, sentence] of all(hints, effects, problems)) assert.match(sentence, /^[A-Z].*[.?”]$/, name);
  });

  void test("have the rules of the catalog in Chinese", () => {
    const named = Object.values(resources).map((texts) => ({ ...texts }));
    for (const [name, text] of all(...named, ...Object.values(chinese))) assertChinese(name, text);
    for (const [name, label] of all(chinese.labels, chinese.values, chinese.actions))
      assert.doesNotMatch(label, /[。？]/u, name);
    for (const [name, sentence] of all(chinese.hints, chinese.effects, chinese.problems))
      assert.match(sentence, /[。？]$/u, name);
  });
});

void describe("the text of a field", () => {
  void test("is the one of its context, else of its name, else the name in words", () => {
    assert.equal(fieldLabel("en", "redirects.from"), "Old address");
    assert.equal(fieldLabel("zh-TW", "weekly.from"), "開始");
    assert.equal(fieldLabel("en", "prices.notAField"), "Not a field");
    assert.equal(fieldLabel("en", "constructor"), "Constructor");
    assert.equal(valueLabel("zh-TW", "members.status", "active"), "使用中");
    assert.equal(valueLabel("zh-TW", "coupons.status", "active"), "有效");
    assert.equal(valueLabel("en", "status", "not_a_value"), "Not a value");
  });

  void test("is undefined if there is no hint, action, question or message", () => {
    for (const locale of locales) {
      assert.equal(fieldHint(locale, "name"), undefined);
      assert.equal(actionLabel(locale, "not_an_action"), undefined);
      assert.equal(actionQuestion(locale, "publish"), undefined);
      assert.equal(problemText(locale, "not_a_code"), undefined);
    }
    assert.equal(actionLabel("en", "members.unsuspend"), "Reinstate");
    assert.match(actionQuestion("zh-TW", "posts.delete") ?? "", /無法復原/u);
    assert.match(fieldHint("en", "courses.slug") ?? "", /URL/);
    assert.match(problemText("en", "slug_taken") ?? "", /another one/i);
  });
});

/** Codes of schema issues, which the domain does not write itself. */
const schemaCodes = [
  "custom",
  "invalid_element",
  "invalid_format",
  "invalid_key",
  "invalid_type",
  "invalid_union",
  "invalid_value",
  "not_multiple_of",
  "too_big",
  "too_small",
];

/** Names that keep their capital letters in a label. */
const properNames =
  /\b(API|ATM|CSV|ECPay|HLS|European|HTML|IP|JSON|LINE Pay|LearnDash|LifterLMS|Noto Sans|Noto Serif|Open University|Open edX|PDF|Source Serif|Taiwan|The Carpentries|URL|YouTube)\b/g;

const all = (...kinds: Readonly<Record<string, string>>[]): [string, string][] =>
  kinds.flatMap((kind) => Object.entries(kind));

/** Reads the codes in `validationFailed(pointer, code, …)` and in the parameters of schema checks. */
async function readFieldErrorCodes(): Promise<Set<string>> {
  const domain = join(import.meta.dirname, "../../../src/domain");
  const files = (await readdir(domain, { recursive: true })).filter((file) => file.endsWith(".ts"));
  const codes = new Set<string>();
  for (const file of files) {
    const source = await readFile(join(domain, file), "utf8");
    for (const [, code] of source.matchAll(/validationFailed\(\s*[^,()]+,\s*"(\w+)"/g)) codes.add(code ?? "");
    for (const [, code] of source.matchAll(/\bparams: \{ code: "(\w+)"/g)) codes.add(code ?? "");
    for (const [, code] of source.matchAll(/\bpointer(?:: [^,{}]+)?, code: "(\w+)"/g)) codes.add(code ?? "");
  }
  return codes;
}
