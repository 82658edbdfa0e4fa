import assert from "node:assert/strict";
import { describe, test } from "node:test";

import { chooseLocale, textFor } from "#pages/text/catalogue.ts";
import { errorReferences, findErrorReference } from "#pages/text/error-reference/error-reference.ts";
import { assertChinese } from "../support/assert-chinese.ts";

type Texts = { [key: string]: string | Texts };

/** Every text of a catalog by its path. */
const flatten = (texts: Texts, path = ""): [string, string][] =>
  Object.entries(texts).flatMap(([key, value]) =>
    typeof value === "string" ? [[`${path}${key}`, value] as [string, string]] : flatten(value, `${path}${key}.`),
  );

const english = new Map(flatten(textFor("en")));
const chinese = new Map(flatten(textFor("zh-TW")));

const placeholders = (text: string): string[] => (text.match(/\{\w+\}/g) ?? []).sort();

void describe("the catalog of texts", () => {
  void test("has the same keys in both languages, and no empty text", () => {
    assert.deepEqual([...chinese.keys()], [...english.keys()]);
    for (const [path, text] of [...english, ...chinese]) assert.notEqual(text.trim(), "", path);
  });

  void test("has the same placeholders in both languages", () => {
    for (const [path, text] of english) {
      assert.deepEqual(placeholders(chinese.get(path) ?? ""), placeholders(text), path);
    }
  });

  void test("has no English in the Chinese texts, only traditional characters with full-width punctuation", () => {
    for (const [path, text] of chinese) assertChinese(path, text);
  });
});

void describe("the language of a page", () => {
  const site = { siteDefault: "en" };

  void test("is that of the application's request, the member, the browser or the site, in this order", () => {
    const all = { uiLocales: "zh-TW", memberLocale: "en", acceptLanguage: "en", siteDefault: "en" };
    assert.equal(chooseLocale(all), "zh-TW");
    assert.equal(chooseLocale({ ...all, uiLocales: "fr", memberLocale: "en", acceptLanguage: "zh-TW" }), "en");
    assert.equal(chooseLocale({ acceptLanguage: "zh-TW", memberLocale: null, ...site }), "zh-TW");
    assert.equal(chooseLocale({ acceptLanguage: "fr", siteDefault: "zh-TW" }), "zh-TW");
    assert.equal(chooseLocale({ siteDefault: "tlh" }), "en");
  });

  void test("is looked up by truncating subtags (RFC 4647 §3.4)", () => {
    for (const wish of ["zh-Hant-TW-x-wadegile", "ZH-hant", "zh-HK", "zh"]) {
      assert.equal(chooseLocale({ uiLocales: wish, ...site }), "zh-TW", wish);
    }
    assert.equal(chooseLocale({ uiLocales: "fr en-GB zh-TW", siteDefault: "zh-TW" }), "en");
  });

  void test("follows the weights sent by the browser, and skips excluded languages", () => {
    assert.equal(chooseLocale({ acceptLanguage: "en;q=0.5, zh-TW;q=0.9, *;q=0.1", ...site }), "zh-TW");
    assert.equal(chooseLocale({ acceptLanguage: "zh;q=0, *", ...site }), "en");
    assert.equal(chooseLocale({ acceptLanguage: ";;;q=x,,-,--,q=,\0", ...site }), "en");
  });
});

void describe("the error reference", () => {
  void test("explains each error and links to its specification", () => {
    for (const { code, title, meaning, fix, specification } of errorReferences) {
      assert.ok(title && meaning && fix.length > 0 && specification.length > 0, code);
      assert.ok(
        specification.every(({ href }) => href.startsWith("https://")),
        code,
      );
      for (const prose of [meaning, ...fix]) assert.equal(prose.split("`").length % 2, 1, `${code}: ${prose}`);
    }
  });

  void test("finds a code by its exact name only", () => {
    assert.equal(findErrorReference("invalid_grant")?.code, "invalid_grant");
    assert.equal(findErrorReference("constructor"), undefined);
  });
});
