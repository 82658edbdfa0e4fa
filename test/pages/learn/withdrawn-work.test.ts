import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { aClass, assignmentScopes as scopes, csrfIn } from "../../rest/support/assigned-class.ts";
import { anOperator, type Operator, problemOf } from "../../rest/support/operator.ts";
import { assertStatus } from "../../support/assert-status.ts";
import { day, later } from "../../support/clock.ts";
import { outboxOf } from "../../support/worlds/records.ts";
import { textOf } from "../support/asked.ts";
import { endTheMinute } from "../support/held-grades.ts";

interface Submission {
  id: string;
  status: string;
  text: string | null;
  graded_at: string | null;
  files: { url: string }[];
}

const inbox = "/admin/submissions";

async function submissionOf(operator: Operator): Promise<Submission> {
  return (await operator.get("/submissions")).json<{ data: Submission[] }>().data[0]!;
}

const lecturerOf = async ({ site }: Operator) => site.signedIn(await site.member({ roles: ["manager"] }));

void describe("Work that a student takes back", () => {
  void test("is a draft again, out of the inbox, until it is submitted again", async () => {
    const operator = await anOperator(scopes);
    const { handIn, page, enrollment } = await aClass(operator);
    const staff = await lecturerOf(operator);
    const file = { name: "knot.txt", bytes: Buffer.from("Over, under") };
    assert.equal((await handIn({ text: "Wrong knot" }, [file])).statusCode, 303);
    assert.match(await page(), /Correct your submission/);
    const { id } = await submissionOf(operator);
    const opened = await staff.open(`${inbox}/${id}?status=submitted`);

    assert.equal((await handIn({ act: "withdraw" })).statusCode, 303);
    const again = await page();
    assert.match(again, /You have taken your work back\.[^]*<textarea[^>]*>\s*Wrong knot<\/textarea>[^]*knot\.txt/);
    const { data } = (await operator.get(`/lecture_progress?enrollment_id=${enrollment}`)).json<{
      data: { completed_at: string | null }[];
    }>();
    assert.deepEqual(
      data.map(({ completed_at: completed }) => completed),
      [null],
    );
    const withdrawn = await submissionOf(operator);
    assert.deepEqual(
      [withdrawn.status, withdrawn.graded_at, withdrawn.text, withdrawn.files],
      ["returned", null, null, []],
    );
    assert.match(textOf(await staff.open(inbox)), /Nothing to grade\./);
    assert.match(textOf(await staff.open(`${inbox}?status=returned`)), /A bowline .* Taken back by the student/);

    const refused = await staff.submit(
      opened,
      { score: "9", feedback: "Well tied", act: "grade" },
      `${inbox}/${id}#problem`,
    );
    assert.equal(refused.status, 409);
    assert.match(textOf(refused), /The student has taken this work back\. It was not graded\..* Well tied/);
    const graded = await operator.post(`/submissions/${id}/grade`, { score: 9 });
    assert.deepEqual([graded.statusCode, problemOf(graded).code], [409, "invalid_state"]);
    assert.match(graded.body, /The student has taken this submission back/);

    const [, kept] = /name="(keep\.0)"/.exec(again)!;
    const [, fileId] = /name="keep\.0" value="(fil_\w+)"/.exec(again)!;
    const [, revision] = /name="revision" value="([^"]+)"/.exec(again)!;
    assert.equal((await handIn({ text: "Right knot", revision: revision!, [kept!]: fileId! })).statusCode, 303);
    const resubmitted = await submissionOf(operator);
    assert.deepEqual([resubmitted.id, resubmitted.status, resubmitted.text], [id, "submitted", "Right knot"]);
    assert.equal(resubmitted.files.length, 1);
    assert.doesNotMatch(await page(), /Earlier versions|Wrong knot/);
    assert.match(textOf(await staff.open(inbox)), /A bowline/);
    const types = (await outboxOf(operator.site))
      .map(({ type }) => type)
      .filter((type) => type.startsWith("submission"));
    assert.deepEqual(types, ["submission.created", "submission.withdrawn", "submission.created"]);
  });

  void test("stays readable for the student after the assignment was deleted, and can be submitted to a new one", async () => {
    const operator = await anOperator(scopes);
    const { handIn, page, lecture } = await aClass(operator);
    assert.equal((await handIn({ text: "My first knot" })).statusCode, 303);
    assert.equal((await handIn({ act: "withdraw" })).statusCode, 303);
    const path = `/lectures/${lecture}/assignment`;
    const stored = (await operator.get(path)).json<Record<string, unknown>>();
    assertStatus(await operator.delete(path), 204);
    const removed = await page();
    assert.match(removed, /The school has removed this assignment[^]*Your work, not submitted[^]*My first knot/);
    assert.doesNotMatch(removed, /action="[^"]*\/work"|You have taken your work back/);
    assert.equal((await handIn({ text: "My first knot" })).statusCode, 404);
    const { instructions_markdown, max_score, submission_kinds } = stored;
    assertStatus(await operator.put(path, { instructions_markdown, max_score, submission_kinds }), 200);
    const again = await page();
    assert.match(again, /<textarea[^>]*>\s*My first knot<\/textarea>/);
    const [, revision] = /name="revision" value="([^"]+)"/.exec(again)!;
    assert.equal((await handIn({ text: "My first knot", revision: revision! })).statusCode, 303);
    assert.equal((await submissionOf(operator)).status, "submitted");
  });

  void test("keeps the feedback and the versions from before", async () => {
    const operator = await anOperator(scopes);
    const { handIn, page } = await aClass(operator);
    await handIn({ text: "First knot" });
    const { id } = await submissionOf(operator);
    await operator.post(`/submissions/${id}/grade`, { status: "returned", feedback: "Pull tighter" });
    await handIn({ text: "Second knot" });
    await handIn({ act: "withdraw" });
    assert.match(await page(), /Pull tighter[^]*Earlier versions[^]*First knot/);
    await handIn({ text: "Third knot", revision: /name="revision" value="([^"]+)"/.exec(await page())![1]! });
    const last = await page();
    assert.match(last, /Third knot[^]*First knot/);
    assert.doesNotMatch(last, /Second knot/);
  });

  void test("is refused once it is graded, also in the minute before the student is notified", async () => {
    const operator = await anOperator(scopes);
    const { handIn, page } = await aClass(operator);
    await handIn({ text: "A knot" });
    const { id } = await submissionOf(operator);
    const staff = await lecturerOf(operator);
    const opened = await staff.open(`${inbox}/${id}`);
    await staff.submit(opened, { score: "9", act: "grade" }, `${inbox}/${id}#problem`);
    assert.doesNotMatch(await page(), /Correct your submission/);
    assert.equal((await handIn({ act: "withdraw" })).statusCode, 409);
    await endTheMinute(operator.site);
    assert.equal((await handIn({ act: "withdraw" })).statusCode, 409);
    assert.equal((await submissionOf(operator)).status, "graded");
  });

  void test("stays submitted after a due date after which nothing is accepted", async () => {
    const operator = await anOperator(scopes);
    const { handIn, page } = await aClass(operator, { due_days: 7, late_policy: { kind: "refuse" } });
    await handIn({ text: "In time" });
    assert.match(await page(), /The due date still applies/);
    await later(8 * day, async () => {
      assert.doesNotMatch(await page(), /Correct your submission/);
      assert.equal((await handIn({ act: "withdraw" })).statusCode, 409);
    });
    assert.equal((await submissionOf(operator)).text, "In time");
    await handIn({ act: "withdraw" });
    await later(8 * day, async () => {
      assert.match(await page(), /can no longer be submitted/);
      assert.equal((await handIn({ text: "Too late" })).statusCode, 409);
    });
  });

  void test("stays submitted after the assignment or the lecture was deleted, because it could not be submitted again", async () => {
    for (const isWhole of [false, true]) {
      const operator = await anOperator(scopes);
      const { lecture, page, handIn } = await aClass(operator);
      await handIn({ text: "A knot" });
      const csrf = csrfIn(await page());
      const deleted = isWhole ? `/lectures/${lecture}` : `/lectures/${lecture}/assignment`;
      assertStatus(await operator.delete(deleted), 204);
      assertStatus(await handIn({ act: "withdraw", csrf }), 404);
      const { status, text } = await submissionOf(operator);
      assert.deepEqual([status, text], ["submitted", "A knot"]);
    }
  });
});
