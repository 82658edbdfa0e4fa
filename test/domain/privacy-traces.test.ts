import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { formatId, newId } from "#domain/platform/ids.ts";
import { textWithoutPerson, traceOf, widerTraceOf, withoutPerson } from "#domain/people/privacy/traces.ts";

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

void describe("Somebody who is erased is taken out of what machines have written", () => {
  void test("by ids and addresses wherever they stand, in any letters", () => {
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

  void test("by a name as a word of its own: other words stay, and so do other people", () => {
    assert.equal(
      textWithoutPerson("Ana asked, not Anatol, nor a banana", ana),
      "[erased] asked, not Anatol, nor a banana",
    );
    const ming = { ...ana, name: "小明" };
    assert.equal(textWithoutPerson("由小明提出", ming), "由[erased]提出");
    const odd = { ...ana, name: "A. (B) $&" };
    assert.equal(textWithoutPerson("from A. (B) $&!", odd), "from [erased]!");
  });

  void test("and looked for by a short name only where it stands alone", () => {
    assert.deepEqual(widerTraceOf(ana).slice(traceOf(ana).length), ['%"ana"%']);
    assert.deepEqual(widerTraceOf({ ...ana, name: "Ana Lima" }).slice(traceOf(ana).length), ["%ana lima%"]);
    assert.deepEqual(widerTraceOf({ ...ana, name: '100%_"x" y' }).slice(traceOf(ana).length), [
      String.raw`%100\%\_"x" y%`,
      String.raw`%100\%\_\\"x\\" y%`,
    ]);
  });
});
