import assert from "node:assert/strict";
import { test } from "node:test";
import { formatId, newId } from "#domain/platform/ids.ts";
import { limits } from "#domain/platform/rate-limits/rate-limits.ts";
import { rows } from "#database/statements/sql.ts";
import { assertStatus } from "../../support/assert-status.ts";
import { now } from "../../support/clock.ts";
import { database } from "../../support/databases/database.ts";
import { csrfOf } from "../../support/isolation/attempt.ts";
import { aCourse, enrollMember } from "../../support/worlds/lessons.ts";
import { type AMember, aSite, type ASite } from "../../support/world.ts";
import { operatorOf } from "../../rest/support/operator.ts";

const anId = () => formatId("lectureNote", newId());

/** A student in a course with two lectures. */
async function aStudent(site: ASite) {
  const member = await site.member();
  const course = await aCourse(site, [
    [{ title: "A bowline" }, { title: "A clove hitch", bodyMarkdown: "Cross over the *standing* part." }],
  ]);
  await enrollMember(site, member, course);
  return { member, course, ...(await inBrowser(site, member, course.lessons[0]!.path)) };
}

async function inBrowser(site: ASite, member: AMember, path: string) {
  const browser = await site.signedIn(member);
  const csrf = csrfOf(await browser.open(path));
  const send = (fields: Record<string, string>, rest = "") =>
    browser.request("POST", `${path}/notes${rest}`, { csrf, ...fields });
  return { browser, path, csrf, send };
}

const countOf = async ({ site }: ASite) =>
  (await database.many`select id from lecture_notes where site_id = ${site.id}`).length;

void test("A note and a bookmark are written without scripts, listed by position, changed and deleted", async () => {
  const site = await aSite();
  const { browser, path, send, csrf, course } = await aStudent(site);
  const note = anId();
  assertStatus(await send({ note, text: "Rabbit <b>out</b> of the hole", at: "1:02" }), 303);
  // A form that is sent twice writes once.
  assertStatus(await send({ note, text: "Rabbit <b>out</b> of the hole", at: "1:02" }), 303);
  assertStatus(await send({ note: anId(), act: "bookmark", at: "0:07" }), 303);
  const { body } = await browser.open(path);
  assert.match(body, /At 0:07[^]*Bookmark[^]*at=62[^]*At 1:02[^]*Rabbit &lt;b&gt;out/);
  const revision = new RegExp(`name="note" value="${note}"[^]*?name="revision" value="([^"]+)"`).exec(body)![1]!;
  assertStatus(await send({ revision, text: "Round the tree", at: "1:02", act: "save" }, `/${note}`), 303);
  // A form that has seen the older text overwrites nothing.
  assertStatus(await send({ revision, text: "And back", act: "save" }, `/${note}`), 303);
  const list = await browser.open(`/learn/${course.slug}/notes`);
  assert.match(list.body, /And back[^]*Round the tree/);
  assert.equal(await countOf(site), 3);
  assertStatus(await send({ act: "delete" }, `/${note}`), 303);
  const all = await browser.open("/account/notes?q=ROUND");
  assert.match(all.body, /No note contains/);
  assertStatus(await send({ note: anId(), text: "a", at: "soon" }), 400);
  assertStatus(await send({ note: anId(), text: "a".repeat(5001) }), 400);
  const shown = await browser.open("/account/notes");
  const [, address] = /action="(\/account\/notes\/[^"]+\/delete)"/.exec(shown.body)!;
  assertStatus(await browser.request("POST", address!, { csrf }), 303);
  assert.equal(await countOf(site), 1);
});

void test("Notes are downloaded as Markdown, by course and lecture", async () => {
  const site = await aSite();
  const { browser, send, course } = await aStudent(site);
  await send({ note: anId(), text: "First\r\n\r\nSecond", at: "0:05" });
  await send({ note: anId(), act: "bookmark", at: "0:02" });
  const file = await browser.request("GET", "/account/notes.md");
  assertStatus(file, 200);
  assert.match(String(file.headers["content-disposition"]), /attachment; filename="notes\.md"/);
  const { lessons } = course;
  const address = `${site.origin}/learn/${course.slug}/${lessons[0]!.path.split("/").at(-1)!}`;
  assert.equal(
    file.body,
    `# My notes\n\n## Knots\n\n### [A bowline](${address})\n\n` +
      `[At 0:02](${address}?at=2)\n\n*Bookmark*\n\n[At 0:05](${address}?at=5)\n\nFirst\n\nSecond\n`,
  );
});

void test("Only the member reads a note: not other students, staff, programs, or staff who see the school as them", async () => {
  const site = await aSite();
  const { browser, path, send, member, course } = await aStudent(site);
  const note = anId();
  await send({ note, text: "Zeppelin" });
  const other = await site.member();
  await enrollMember(site, other, course);
  const foreign = await inBrowser(site, other, path);
  assertStatus(await foreign.send({ text: "Mine", act: "save" }, `/${note}`), 404);
  assertStatus(await foreign.send({ act: "delete" }, `/${note}`), 404);
  assertStatus(await foreign.send({ note, text: "Mine" }, "/draft"), 404);
  const manager = await site.signedIn(await site.member({ roles: ["manager"] }));
  const pages = ["/account/notes", `/learn/${course.slug}/search?q=zeppelin`, path, `/account/notes.md`];
  for (const visitor of [foreign.browser, manager]) {
    for (const page of pages) assert.doesNotMatch((await visitor.request("GET", page)).body, /Zeppelin/);
  }
  await manager.submit(await manager.open(`/admin/members/${member.sub}`), {}, `/admin/members/${member.sub}/view`);
  const seen = await manager.open("/account/notes");
  assert.match(seen.body, /You see the school as[^]*Notes are private/);
  const lecture = await manager.open(path);
  assert.match(lecture.body, /You see the school as/);
  for (const { body } of [seen, lecture]) assert.doesNotMatch(body, /Zeppelin|<section id="notes"/);
  const csrf = csrfOf(lecture);
  assertStatus(await manager.request("POST", `${path}/notes`, { csrf, note: anId(), text: "By staff" }), 403);
  assert.match((await browser.open(path)).body, /Zeppelin/);
  const operator = await operatorOf(site, "students:read members:read");
  const archive = await operator.get(`/members/${member.sub}`);
  assert.doesNotMatch(archive.body, /Zeppelin/);
});

void test("A save while writing reports the revision, and returns the stored text to a page that has seen an older one", async () => {
  const site = await aSite();
  const { send } = await aStudent(site);
  const note = anId();
  const empty = await send({ note, text: "" }, "/draft");
  assert.equal(await countOf(site), 0);
  assertStatus(empty, 200);
  const first = await send({ note, text: "On the phone", at: "0:09", writer: "phone-page" }, "/draft");
  assertStatus(first, 200);
  const { revision } = first.json<{ revision: string }>();
  assertStatus(await send({ note, text: "Again", writer: "phone-page" }, "/draft"), 200);
  const late = await send({ note, text: "On the laptop", writer: "laptop-page", revision }, "/draft");
  assert.equal(late.json<{ isSaved: boolean }>().isSaved, false);
  assert.deepEqual(late.json<{ groups: unknown }>().groups, { text: { text: "Again" }, at: {} });
});

void test("The search in a course finds titles, open texts and own notes, and no text of a locked lecture", async () => {
  const site = await aSite();
  const { browser, send, course } = await aStudent(site);
  await send({ note: anId(), text: "The STANDING part is the long one" });
  const found = await browser.open(`/learn/${course.slug}/search?q=standing`);
  assert.match(found.body, /A clove hitch[^]*Cross over the standing part[^]*The STANDING part is the long one/);
  assert.match((await browser.open(`/learn/${course.slug}/search?q=BOWLINE`)).body, /lec_[^"]+">[^]*A bowline/);
  const stranger = await site.signedIn(await site.member());
  const { body } = await stranger.open(`/learn/${course.slug}/search?q=standing`);
  assert.match(body, /Nothing in this course contains/);
  assert.match((await stranger.open(`/learn/${course.slug}/search?q=clove`)).body, /A clove hitch/);
});

void test("Notes are limited per lecture and per hour", async () => {
  const site = await aSite();
  const { send, member, course, browser, path } = await aStudent(site);
  const row = (index: number) => ({ siteId: site.site.id, id: newId(), memberId: member.id, text: String(index) });
  const place = { courseId: course.id, lectureId: course.lessons[0]!.id, revision: "r".repeat(8) };
  const many = Array.from({ length: 100 }, (_, index) => ({
    ...row(index),
    ...place,
    createdAt: now(),
    savedAt: now(),
  }));
  await database.run`insert into lecture_notes ${rows(...many)}`;
  assertStatus(await send({ note: anId(), text: "One more" }), 400);
  assert.match((await browser.open(path)).body, /You have as many notes here as possible/);
  assert.equal(limits.lectureNotePerMember.max, 3600);
});
