import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { assertStatus } from "../../support/assert-status.ts";
import { anOperator, type Operator } from "../../rest/support/operator.ts";
import { aClass, half, record, right, scopes } from "../../rest/support/quiz-class.ts";
import { aLecture, aSection } from "../../rest/support/taught-course.ts";

/** The buttons and links right after the result, the main one first: label, look, and address. */
const steps = (body: string): [string, string, string | undefined][] => {
  const [, part] = /<div class="finish onward">([^]*?)<\/div>/.exec(body) ?? [];
  const found = (part ?? "").matchAll(/<(?:button|a)\b([^>]*)class="button (\w+)"([^>]*)>\s*([^<]+?)\s*</g);
  return [...found].map(([, before = "", look = "", after = "", label = ""]) => [
    label,
    look,
    /href="([^"]+)"/.exec(before + after)?.[1],
  ]);
};

const anotherLecture = async (operator: Operator, course: string) =>
  aLecture(operator, await aSection(operator, course), { title: "The moon", status: "published" });

void describe("The result of a quiz", () => {
  void test("leads to another attempt after a failure, and on to the next lecture without one", async () => {
    const operator = await anOperator(scopes);
    const { path, member, course, ...one } = await aClass(operator, { attempts_allowed: 2 });
    const next = await anotherLecture(operator, course);
    const browser = await operator.site.signedIn(member);
    assert.deepEqual(steps((await browser.open(path)).body), []);
    assertStatus(await record(operator, one, half), 201);
    const onward = `/learn/night-sky/${next.id}`;
    assert.deepEqual(steps((await browser.open(path)).body), [
      ["Try again", "primary", undefined],
      ["Next lecture", "secondary", onward],
    ]);
    assertStatus(await record(operator, one, half), 201);
    assert.deepEqual(steps((await browser.open(path)).body), [["Next lecture", "primary", onward]]);
  });

  void test("leads on to the next lecture once it is passed", async () => {
    const operator = await anOperator(scopes);
    const { path, member, course, ...one } = await aClass(operator);
    const next = await anotherLecture(operator, course);
    assertStatus(await record(operator, one, right), 201);
    assertStatus(await record(operator, one, half), 201);
    assert.deepEqual(steps((await (await operator.site.signedIn(member)).open(path)).body), [
      ["Next lecture", "primary", `/learn/night-sky/${next.id}`],
      ["Try again", "secondary", undefined],
    ]);
  });

  void test("leads back to the course if no lecture follows, and to what was achieved if the course is completed", async () => {
    const operator = await anOperator(scopes);
    const { path, member, ...one } = await aClass(operator, { attempts_allowed: 2 });
    const browser = await operator.site.signedIn(member);
    assertStatus(await record(operator, one, half), 201);
    assert.deepEqual(steps((await browser.open(path)).body), [
      ["Try again", "primary", undefined],
      ["Back to the course", "secondary", "/learn/night-sky"],
    ]);
    assertStatus(await record(operator, one, right), 201);
    const [step] = steps((await browser.open(path)).body);
    assert.deepEqual(step, ["See what you achieved", "primary", "/learn/night-sky/completion"]);
    assert.equal((await browser.open(step?.[2] ?? "")).status, 200);
  });
});
