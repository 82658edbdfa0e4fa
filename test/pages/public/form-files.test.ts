import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { purgeByRetention } from "#domain/background/schedules/purge-by-retention.ts";
import { removeReleasedObjects } from "#domain/files/files/jobs/remove-released-objects.ts";
import { assertStatus } from "../../support/assert-status.ts";
import { operatorOf } from "../../rest/support/operator.ts";
import { day, hour, now } from "../../support/clock.ts";
import { database } from "../../support/databases/database.ts";
import { defusable, refusable } from "../../support/worlds/hostile-svg.ts";
import { multipart, type Upload } from "../../support/data/multipart.ts";
import { storage, storageFolder } from "../../support/worlds/storage.ts";
import type { AMember, ASite } from "../../support/world.ts";
import { aFormEditor, anOpenForm, type TypedQuestion, typed } from "../support/forms.ts";

const questions: TypedQuestion[] = [
  { label: "Name", kind: "text", required: "on" },
  { label: "Photo", kind: "file", required: "on" },
];
const forMembers = { audience: "members" };
const list: Upload = { name: "../packing list.txt", bytes: Buffer.from("Bring a headlamp.\n") };

/** Sends the form with a file, as a browser does. */
async function sendFile(site: ASite, member: AMember, file: Upload | undefined, fields: object = {}) {
  const browser = await site.signedIn(member);
  const csrf = /name="csrf" value="([^"]+)"/.exec((await browser.open("/forms/crew")).body)![1]!;
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  const { headers, payload } = multipart({ csrf, "a.name": "Ana", ...fields }, "a.photo", file);
  return site.request("POST", "/forms/crew", { headers: { ...(headers as object), cookie }, payload });
}

const objectsOf = ({ site }: ASite): string[] => {
  try {
    return readdirSync(path.join(storageFolder, site.id));
  } catch {
    return [];
  }
};

interface Answered {
  id: string;
  answers: Record<string, unknown>;
  files: { id: string; filename: string; content_type: string; url: string }[];
}
const answersOf = async (site: ASite) =>
  (await (await operatorOf(site, "forms:read")).get("/form_submissions")).json<{ data: Answered[] }>().data;

void test("A file of a form is sent with the answer and downloaded at a signed URL", async () => {
  const { site, admin, address } = await anOpenForm(questions, forMembers);
  const member = await site.member();
  const sent = await sendFile(site, member, list);
  assertStatus(sent, 303);
  const [answered, ...others] = await answersOf(site);
  assert.equal(others.length, 0);
  const [file] = answered!.files;
  assert.deepEqual([file!.filename, file!.content_type], ["packing list.txt", "text/plain"]);
  assert.deepEqual(answered!.answers, { name: "Ana", photo: file!.id });
  const url = new URL(file!.url);
  assert.equal((await site.get(`${url.pathname}${url.search}`)).body, "Bring a headlamp.\n");
  assert.equal((await site.get(url.pathname)).statusCode, 404);
  const page = await admin.open(`${address}/submissions/${answered!.id}`);
  assert.match(page.body, /href="[^"]*\/files\/fil_[^"]*signature=[^"]*">packing list\.txt</);
  assert.match((await admin.open(`${address}/submissions.csv`)).body, /,Ana,packing list\.txt\r\n$/);
  const operator = await operatorOf(site, "storage:write");
  assert.equal(
    (await operator.get(`/files/${file!.id}`)).statusCode,
    404,
    "The file is not listed among the school's files.",
  );
});

void test("A missing, corrupt or oversized file is reported at the question, and nothing is stored", async () => {
  const { site } = await anOpenForm(questions, forMembers);
  const member = await site.member();
  const refused: [Upload | undefined, object, RegExp][] = [
    [undefined, {}, /This question is required/],
    [undefined, { "a.photo": "fil_01k9g2c8p4e6t0v3x5y7z9b1d3" }, /This question is required/],
    [{ name: "x.svg", bytes: Buffer.from(refusable["an entity"]!) }, {}, /damaged or too large, or the SVG/],
    [{ name: "x.bin", bytes: Buffer.alloc(20 * 1024 * 1024 + 1) }, {}, /at most 20 MB/],
    [list, { "a.name": "" }, /Choose the file again/],
  ];
  for (const [file, fields, said] of refused) {
    const { statusCode, body } = await sendFile(site, member, file, fields);
    assert.equal(statusCode, 422);
    assert.match(/id="a\.photo-problem"[^>]*>([^<]*)</.exec(body)![1]!, said);
  }
  assert.deepEqual(await answersOf(site), []);
  assert.deepEqual(objectsOf(site), []);
  assert.equal(
    (await sendFile(site, member, { name: "x.svg", bytes: Buffer.from(defusable["a script"]!) })).statusCode,
    303,
  );
});

void test("Only members can send files", async () => {
  const { make, submit } = await aFormEditor();
  const refused = await make({ name: "Crew" }, questions);
  assert.equal(refused.status, 422);
  assert.match(refused.body, /id="audience-problem"/);
  const made = await make({ name: "Crew", ...forMembers }, questions);
  const address = made.headers.location!.split("?")[0]!;
  const kept = typed(questions.map((question) => ({ ...question, handle: question.label.toLowerCase(), known: "1" })));
  const opened = await submit(`${address}/edit`, { name: "Crew", audience: "everybody", ...kept });
  assert.equal(opened.status, 422);
});

void test("Files and their bytes are deleted when the retention time of answers ends", async () => {
  const { site } = await anOpenForm(questions, forMembers);
  await sendFile(site, await site.member(), list);
  const operator = await operatorOf(site, "school:read school:write");
  const settings = { form_submission_retention_days: 30 };
  assert.equal((await operator.patch("/school/settings/privacy", { settings })).statusCode, 200);
  const sent = new Date(now().getTime() - 31 * day);
  await database.run`update form_submissions set created_at = ${sent} where site_id = ${site.site.id}`;
  await purgeByRetention(database, now());
  assert.deepEqual(await answersOf(site), []);
  await removeReleasedObjects(database, storage.store, new Date(now().getTime() + hour));
  assert.deepEqual(objectsOf(site), []);
  const files = await database.many`select id from files where site_id = ${site.site.id}`;
  assert.deepEqual(files, []);
});
