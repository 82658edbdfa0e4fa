import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { formatId, newId } from "#domain/platform/ids.ts";
import { textWithoutPerson, traceOf, widerTraceOf, withoutPerson } from "#domain/privacy/traces.ts";

const [memberId, accountId, pseudonymId] = [newId(), newId(), newId()];
const ana = {
  memberId,
  accountId,
  isLinked: true,
  pseudonymId,
  emails: ["Ana@School.example"],
  name: "Ana",
  phone: null,
};

void describe("Erasing a person removes traces from logs and histories", () => {
  void test("by id and address anywhere in a text, in any case", () => {
    const [old, fresh] = [formatId("member", memberId), formatId("member", pseudonymId)];
    assert.equal(
      textWithoutPerson(`${old} (${memberId}), ANA@school.EXAMPLE`, ana),
      `${fresh} (${pseudonymId}), [erased]`,
    );
    assert.deepEqual(withoutPerson({ a: [old, 1, null], b: { c: accountId } }, ana), {
      a: [fresh, 1, null],
      b: { c: "[erased]" },
    });
  });

  void test("by name as a separate word: other words and other people stay", () => {
    assert.equal(
      textWithoutPerson("Ana asked, not Anatol, nor a banana", ana),
      "[erased] asked, not Anatol, nor a banana",
    );
    const ming = { ...ana, name: "小明" };
    assert.equal(textWithoutPerson("由小明提出", ming), "由[erased]提出");
    const odd = { ...ana, name: "A. (B) $&" };
    assert.equal(textWithoutPerson("from A. (B) $&!", odd), "from [erased]!");
  });

  void test("by a single-word name only in quotes, as a whole value", () => {
    assert.deepEqual(widerTraceOf(ana).slice(traceOf(ana).length), ['%"ana"%']);
    assert.deepEqual(widerTraceOf({ ...ana, name: "Ana Lima" }).slice(traceOf(ana).length), ["%ana lima%"]);
    assert.deepEqual(widerTraceOf({ ...ana, name: '100%_"x" y' }).slice(traceOf(ana).length), [
      String.raw`%100\%\_"x" y%`,
      String.raw`%100\%\_\\"x\\" y%`,
    ]);
  });
});
