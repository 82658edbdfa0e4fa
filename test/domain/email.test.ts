import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { emailKey, isEmailAddress } from "#domain/platform/email.ts";
import { anyText } from "../support/data/any-text.ts";

void test("Addresses that differ only in case or Unicode composition are the same address", () => {
  assert.equal(emailKey("Ana@School.Example"), "ana@school.example");
  assert.equal(emailKey("andre\u0301@school.example"), emailKey("ANDR\u00c9@school.example"));
  assert.notEqual(emailKey("ana@school.example"), emailKey("an.a@school.example"));
});

void test("Normalization is idempotent", () => {
  fc.assert(fc.property(anyText(), (text) => emailKey(emailKey(text)) === emailKey(text)));
});

void test("Deliverable addresses are accepted in any script", () => {
  for (const address of [
    "a@b.c",
    "ana.lima+courses@school.example",
    "o'hara@x.example",
    "語晴@例え.jp",
    "ana@intranet",
  ]) {
    assert.ok(isEmailAddress(address), address);
  }
});

void test("Invalid addresses are rejected: spaces, line breaks, missing or empty parts, excessive length", () => {
  const wrong = ["", "ana", "@b.c", "ana@", "a b@c.d", "ana@b\r\n.c", ".ana@b.c", "ana.@b.c", "a..b@c.d", "a@b@c.d"];
  const tooLong = [`${"a".repeat(65)}@b.c`, `a@${"b".repeat(64)}.c`, `a@${"bcd.".repeat(64)}e`];
  for (const text of [...wrong, "ana@-b.c", "ana@b-.c", "ana@b..c", "<ana@b.c>", ...tooLong]) {
    assert.ok(!isEmailAddress(text), text);
  }
});
