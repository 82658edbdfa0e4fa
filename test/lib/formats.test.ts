import assert from "node:assert/strict";
import { test } from "node:test";
import { dateFormat, languageName, numberFormat } from "#lib/text/formats.ts";

void test("A formatter is created once per locale and options", () => {
  const percent = numberFormat("en", { style: "percent" });
  assert.equal(numberFormat("en", { style: "percent" }), percent);
  assert.notEqual(numberFormat("zh-TW", { style: "percent" }), percent);
  assert.notEqual(numberFormat("en", { style: "decimal" }), percent);
  const inTaipei = dateFormat("en", { timeZone: "Asia/Taipei" });
  assert.equal(dateFormat("en", { timeZone: "Asia/Taipei" }), inTaipei);
  assert.notEqual(dateFormat("en", { timeZone: "UTC" }), inTaipei);
});

void test("Formatters of many zones and currencies do not stay forever", () => {
  const first = numberFormat("en", { style: "unit", unit: "hour", minimumIntegerDigits: 1 });
  for (let digits = 0; digits < 21; digits++) {
    for (let least = 1; least <= 21; least++) {
      numberFormat("en", { minimumIntegerDigits: least, maximumFractionDigits: digits });
      numberFormat("zh-TW", { minimumIntegerDigits: least, maximumFractionDigits: digits });
    }
  }
  assert.notEqual(numberFormat("en", { style: "unit", unit: "hour", minimumIntegerDigits: 1 }), first);
});

void test("An invalid tag is its own name, and an invalid zone is an error each time", () => {
  assert.equal(languageName("en", "pt"), "Portuguese");
  assert.equal(languageName("en", "not a tag"), "not a tag");
  for (const _ of [1, 2]) assert.throws(() => dateFormat("en", { timeZone: "Mars/Olympus" }), RangeError);
});
