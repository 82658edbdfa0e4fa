import assert from "node:assert/strict";
import { test } from "node:test";
import { database as db } from "../../support/databases/database.ts";
import { textOf } from "../support/asked.ts";
import { aQuizLecture, moon } from "./support/quiz-lecture.ts";

void test("A quiz is tried out as students answer it, and nothing is recorded", async () => {
  const { browser, edit, visitor, stored, operator } = await aQuizLecture([
    moon,
    { kind: "short_text", prompt_markdown: "Who?", accepted_answers: ["Darwin"], explanation: "In 1842." },
  ]);
  const before = await stored();
  const address = edit.replace(/edit$/, "try");
  await visitor.open(edit);
  await visitor.click("Try it out");
  visitor.sees("Try out: Tides", "Nothing is recorded.");
  const page = await browser.open(address);
  const [first, second] = before.questions;
  const right = first!.choices.find(({ correct }) => correct)!;
  const fields = { [`q.${first!.id}`]: (right as { id?: string }).id!, [`q.${second!.id}`]: "darwin" };
  const done = await browser.submit(page, fields, address);
  assert.match(textOf(done), /Passed\..*100%.*In 1842\./);
  const wrong = await browser.submit(page, { [`q.${second!.id}`]: "Newton" }, address);
  assert.match(textOf(wrong), /Not passed\..*0%.*The Moon.*Darwin/);
  const { rows } = await db.pool.query("select 1 from quiz_attempts where site_id = $1", [operator.site.site.id]);
  assert.equal(rows.length, 0);
  assert.deepEqual(await stored(), before);
});
