import assert from "node:assert/strict";
import { test } from "node:test";
import { newId } from "#domain/platform/ids.ts";
import { assertStatus } from "../../support/assert-status.ts";
import { multipart, type Upload } from "../../support/data/multipart.ts";
import { database } from "../../support/databases/database.ts";
import { cookiesOf, csrfOf } from "../../support/isolation/attempt.ts";
import type { TestBrowser } from "../../support/browser-session.ts";
import { aClass, assignmentScopes } from "../support/assigned-class.ts";
import { anOperator, type Operator } from "../support/operator.ts";

const scopes = `${assignmentScopes} storage:write`;

interface Saved {
  isSaved: boolean;
  revision: string;
  groups?: Record<string, Record<string, string>>;
  files: { id: string; filename: string }[];
}

const revisionIn = (body: string) => /name="revision" value="([^"]*)"/.exec(body)![1]!;
const notes = (content: string): Upload => ({ name: "notes.txt", type: "text/plain", bytes: Buffer.from(content) });

/** A page of the assignment in a student's browser. */
async function aPage(operator: Operator, browser: TestBrowser, path: string) {
  const { body } = await browser.open(path);
  const seen = { csrf: csrfOf({ body }), revision: revisionIn(body) };
  const writer = newId();
  const send = (address: string, fields: Record<string, string>, files: readonly Upload[]) => {
    const { headers, payload } = multipart({ ...seen, ...fields }, "files", ...files);
    return operator.site.request("POST", address, {
      payload: payload as Buffer,
      headers: { ...(headers as Record<string, string>), cookie: cookiesOf(browser), accept: "text/html" },
    });
  };
  return {
    body,
    save: async (fields: Record<string, string>, files: readonly Upload[] = []) => {
      const answer = await send(`${path}/work/draft`, { writer, ...fields }, files);
      if (answer.statusCode === 200) seen.revision = answer.json<Saved>().revision;
      return answer;
    },
    press: (fields: Record<string, string>, files: readonly Upload[] = []) => send(`${path}/work`, fields, files),
  };
}

interface Work {
  id: string;
  text: string | null;
  files: { filename: string }[];
}

const submissionsOf = async (operator: Operator) => (await operator.get("/submissions")).json<{ data: Work[] }>().data;

const filesOf = async ({ site }: Operator) =>
  (await database.many`select id from files where site_id = ${site.site.id} and deleted_at is null`).length;

void test("Text and files of a draft are on every device, staff sees nothing, and submitting uses them", async () => {
  const operator = await anOperator(scopes);
  const { browser, path, member } = await aClass(operator, { submission_kinds: ["text", "file"] });
  const page = await aPage(operator, browser, path);
  assertStatus(await page.save({ text: "A half hitch" }), 200);
  const { files } = (await page.save({ text: "Two half hitches" }, [notes("round turn")])).json<Saved>();
  assert.deepEqual(
    files.map(({ filename }) => filename),
    ["notes.txt"],
  );
  assert.deepEqual(await submissionsOf(operator), []);
  assert.equal((await operator.get("/files")).json<{ data: unknown[] }>().data.length, 0);
  const there = await aPage(operator, await operator.site.signedIn(member), path);
  assert.match(there.body, /Two half hitches<\/textarea>/);
  assert.match(there.body, new RegExp(`value="${files[0]!.id}" checked`));
  assertStatus(await there.press({ text: "Two half hitches", "keep.0": files[0]!.id }), 303);
  const [work] = await submissionsOf(operator);
  assert.equal(work?.text, "Two half hitches");
  assert.deepEqual(
    work.files.map(({ filename }) => filename),
    ["notes.txt"],
  );
  assertStatus(await page.save({ text: "Too late" }), 409);
});

void test("A file that is not kept is deleted, and no more than five are", async () => {
  const operator = await anOperator(scopes);
  const { browser, path } = await aClass(operator, { submission_kinds: ["text", "file"] });
  const page = await aPage(operator, browser, path);
  const { files } = (await page.save({ text: "a" }, [notes("1"), notes("2")])).json<Saved>();
  assert.equal(await filesOf(operator), 2);
  const kept = { "keep.0": files[1]!.id };
  assert.equal((await page.save({ text: "a", ...kept })).json<Saved>().files.length, 1);
  assert.equal(await filesOf(operator), 1);
  assertStatus(await page.save({ text: "a", ...kept }, [..."34567"].map(notes)), 422);
  assertStatus(await page.press({ text: "a" }), 303);
  assert.equal(await filesOf(operator), 0);
});

void test("Work that another device has saved since is shown beside the typed work, and nothing is submitted", async () => {
  const operator = await anOperator(scopes);
  const { browser, path, member } = await aClass(operator);
  const phone = await aPage(operator, browser, path);
  const laptop = await aPage(operator, await operator.site.signedIn(member), path);
  assertStatus(await phone.save({ text: "On the phone" }), 200);
  const refused = (await laptop.save({ text: "On the laptop" })).json<Saved>();
  assert.equal(refused.isSaved, false);
  assert.deepEqual(refused.groups, { text: { text: "On the phone" }, url: {} });
  const stale = await aPage(operator, browser, path);
  assertStatus(await phone.save({ text: "Again on the phone" }), 200);
  const shown = await stale.press({ text: "Typed here" });
  assertStatus(shown, 409);
  assert.match(shown.body, /saved other work on another device[^]*Again on the phone[^]*Typed here<\/textarea>/);
  assert.deepEqual(await submissionsOf(operator), []);
  const next = revisionIn(shown.body);
  assertStatus(await stale.press({ text: "Typed here", revision: next }), 303);
  assert.equal((await submissionsOf(operator))[0]?.text, "Typed here");
});

void test("A button saves without scripts, and a deleted assignment says that it is gone", async () => {
  const operator = await anOperator(scopes);
  const { browser, path, lecture } = await aClass(operator, { submission_kinds: ["text", "file"] });
  const page = await aPage(operator, browser, path);
  assertStatus(await page.press({ act: "save", text: "Half a knot" }, [notes("round turn")]), 303);
  const { body } = await browser.open(path);
  assert.match(body, /Half a knot<\/textarea>[^]*notes\.txt[^]*Saved <time/);
  assert.deepEqual(await submissionsOf(operator), []);
  assertStatus(await operator.delete(`/lectures/${lecture}/assignment`), 204);
  assertStatus(await page.save({ text: "A knot" }), 404);
});

void test("Staff who see the school as the student see no draft, and write none", async () => {
  const operator = await anOperator(scopes);
  const { browser, path, member } = await aClass(operator);
  const page = await aPage(operator, browser, path);
  await page.save({ text: "Half a knot" });
  const manager = await operator.site.signedIn(await operator.site.member({ roles: ["manager"] }));
  await manager.submit(await manager.open(`/admin/members/${member.sub}`), {}, `/admin/members/${member.sub}/view`);
  const seen = await manager.open(path);
  assert.match(seen.body, /You see the school as/);
  assert.doesNotMatch(seen.body, /Half a knot|student\.js/);
  const csrf = csrfOf(seen);
  assertStatus(await manager.request("POST", `${path}/work/draft`, { csrf, text: "By staff" }), 403);
  assert.match((await browser.open(path)).body, /Half a knot/);
});
