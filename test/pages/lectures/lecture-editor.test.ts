import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { formatId } from "#domain/platform/ids.ts";
import { formsIn, hiddenFieldsIn } from "#pages/views/parts/parse-form.ts";
import type { TestBrowser } from "../../support/browser-session.ts";
import { EncodedForm } from "../../support/browser-session.ts";
import { database } from "../../support/databases/database.ts";
import { aCourse, enrollMember } from "../../support/worlds/lessons.ts";
import { auditOf } from "../../support/worlds/records.ts";
import { type ASite, aSite } from "../../support/world.ts";
import { letTeach } from "../../rest/support/taught-course.ts";
import { textOf } from "../support/asked.ts";
import { Tab, tab } from "../support/edited-forms.ts";

async function aLecture() {
  const site = await aSite();
  const lectures = [
    { title: "Tides" },
    { title: "Orbits", bodyMarkdown: "The moon.\n\nThe sun." },
    { title: "Comets", status: "draft" as const },
  ];
  const course = await aCourse(site, [lectures]);
  const { id, path } = course.lessons[1]!;
  const address = `/admin/lectures/${formatId("lecture", id)}`;
  const stored = () =>
    database.one<{ title: string; bodyMarkdown: string }>`
      select title, body_markdown from lectures where site_id = ${site.site.id} and id = ${id}`;
  return { site, course, address, path, stored };
}

const as = async (site: ASite, role: "owner" | "manager" | "lecturer" | "teaching_assistant" | "student") =>
  site.signedIn(await site.member({ roles: [role], name: `A ${role}` }));

const editor = (browser: TestBrowser, address: string) =>
  tab(browser, { page: `${address}/edit`, action: `${address}/edit`, about: {}, names: [] });

/** Presses the second button of the form. */
const keep = (browser: TestBrowser, { form, values }: Awaited<ReturnType<typeof editor>>) =>
  browser.open(form.action, { ...Object.fromEntries([...hiddenFieldsIn(form.inner), ...values]), act: "keep" });

/** Saves a draft as the script of the page does. */
async function autosave(
  browser: TestBrowser,
  address: string,
  title: string,
  { revision = 0, writer = "writer-one" } = {},
) {
  const { body } = await browser.open(`${address}/edit`);
  const csrf = /name="csrf" value="([^"]+)"/.exec(body)?.[1] ?? "";
  const shown = /name="shown" value="([^"]+)"/.exec(body)?.[1] ?? "";
  const draft = { writer, revision, shown, fields: title === "" ? {} : { title: { title } } };
  const form = new EncodedForm("application/json", Buffer.from(JSON.stringify(draft)));
  const answer = await browser.request("POST", `${address}/draft`, form, { "x-csrf-token": csrf });
  assert.equal(answer.statusCode, 200, answer.body.slice(0, 300));
  return answer.json<{ isSaved: boolean; revision: number; isDraft: boolean; others: object[]; fields?: object }>();
}

void describe("The editor of a lecture", () => {
  void test("keeps a draft without a script, and publishes or discards it", async () => {
    const { site, address, path, stored } = await aLecture();
    const owner = await as(site, "owner");
    const student = await site.signedIn(await site.member({ roles: ["owner"] }));
    const form = await editor(owner, address);
    form.change("title", "Orbits of moons");
    const kept = await keep(owner, form);
    assert.match(kept.address, /done=kept/);
    assert.equal((await stored()).title, "Orbits");
    assert.doesNotMatch((await student.open(path)).body, /Orbits of moons/);
    const again = await owner.open(`${address}/edit`);
    assert.match(again.body, /value="Orbits of moons"/);
    assert.match(textOf(again), /You have unpublished changes from/);
    const question = await owner.submit(again, {}, `${address}/draft/discard`);
    assert.match(textOf(question), /Everything that you have changed .* is deleted: Title\./);
    const discarded = await owner.submit(question, {}, `${address}/draft/discard`);
    assert.match(discarded.address, /done=discarded/);
    assert.match(discarded.body, /value="Orbits"/);

    const second = await editor(owner, address);
    second.change("title", "Orbits of moons");
    await keep(owner, second);
    const published = await (await editor(owner, address)).send();
    assert.match(published.address, /done=saved/);
    assert.equal((await stored()).title, "Orbits of moons");
    assert.doesNotMatch(textOf(await owner.open(`${address}/edit`)), /You have unpublished changes/);
    const changes = (await auditOf(site)).filter(({ action }) => action === "updateLecture");
    assert.equal(changes.length, 1, "Only the publication is in the audit log.");
  });

  void test("has the draft of its own editor only, names the others, and merges what both publish", async () => {
    const { site, address, stored } = await aLecture();
    const [one, two] = [await as(site, "owner"), await as(site, "manager")];
    await autosave(one, address, "Orbits of moons");
    const theirs = await editor(two, address);
    assert.equal(theirs.values.get("title"), "Orbits");
    assert.match(textOf(await two.open(`${address}/edit`)), /A owner is editing this lecture too/);
    assert.deepEqual((await autosave(two, address, "")).others, [{ name: "A owner", isHere: true }]);
    theirs.change("body_markdown", "The sun.");
    assert.match((await theirs.send()).address, /done=saved/);
    const mine = await editor(one, address);
    assert.equal(mine.values.get("title"), "Orbits of moons");
    assert.equal(mine.values.get("body_markdown"), "The sun.");
    await mine.send();
    assert.deepEqual(await stored(), { title: "Orbits of moons", bodyMarkdown: "The sun." });
  });

  void test("shows both values if two people change the same field, also in a draft", async () => {
    const { site, address, stored } = await aLecture();
    const [one, two] = [await as(site, "owner"), await as(site, "manager")];
    await autosave(one, address, "Moons");
    const theirs = await editor(two, address);
    theirs.change("title", "Planets");
    await theirs.send();
    const refused = await (await editor(one, address)).send();
    assert.equal(refused.status, 422);
    assert.match(refused.body, /Planets[^]*value="Moons"/);
    assert.equal((await stored()).title, "Planets");
    const shown = formsIn(refused.body).find(({ action }) => action === `${address}/edit`);
    assert.ok(shown);
    assert.match((await new Tab(one, shown).send()).address, /done=saved/);
    assert.equal((await stored()).title, "Moons");
  });

  void test("keeps what two windows of one person type into different fields, and asks about the same field", async () => {
    const { site, address } = await aLecture();
    const owner = await as(site, "owner");
    assert.equal((await autosave(owner, address, "First")).revision, 1);
    const other = await autosave(owner, address, "Second", { writer: "writer-two" });
    assert.deepEqual([other.isSaved, other.fields], [false, { title: { title: "First" } }]);
    assert.equal((await autosave(owner, address, "Second", { writer: "writer-two", revision: 1 })).isSaved, true);
    const reverted = await autosave(owner, address, "Orbits", { writer: "writer-two", revision: 2 });
    assert.deepEqual([reverted.isSaved, reverted.isDraft], [true, false], "As it was again, it is no draft.");
  });

  void test("is for lecturers of the course, and its preview for assistants too", async () => {
    const { site, course, address } = await aLecture();
    const lecturer = await site.member({ roles: ["lecturer"] });
    const browser = await site.signedIn(lecturer);
    assert.equal((await browser.open(`${address}/edit`)).status, 404);
    assert.equal((await browser.open(`${address}/preview`)).status, 404);
    await letTeach({ site, member: lecturer }, formatId("course", course.id));
    assert.equal((await browser.open(`${address}/edit`)).status, 200);
    await autosave(browser, address, "Moons");
    assert.match(textOf(await browser.open(`${address}/preview?draft=yes`)), /with your unpublished changes.*Moons/);
    const assistant = await as(site, "teaching_assistant");
    assert.equal((await assistant.open(`${address}/edit`)).status, 403);
    assert.equal((await assistant.open(`${address}/preview`)).status, 404, "It is no course of theirs.");
    assert.equal((await (await as(site, "student")).open(`${address}/preview`)).status, 403);
  });

  void test("previews a lecture as a student sees it, and records nothing", async () => {
    const { site, course, address, path } = await aLecture();
    const owner = await site.member({ roles: ["owner"] });
    await enrollMember(site, owner, course);
    const browser = await site.signedIn(owner);
    await autosave(browser, address, "Moons");
    const counts = async () =>
      Object.values(
        await database.one<Record<string, number>>`
          select (select count(*) from lecture_progress where site_id = ${site.site.id}) as progress,
                 (select count(*) from enrollments where site_id = ${site.site.id}) as enrollments,
                 (select count(*) from notifications where site_id = ${site.site.id}) as notifications,
                 (select count(*) from outbox_events where site_id = ${site.site.id}) as events,
                 (select count(*) from audit_entries where site_id = ${site.site.id}) as entries`,
      );
    const before = await counts();
    const live = await browser.open(`${address}/preview`);
    assert.match(live.body, /<h1>[^]*Orbits[^]*<p>The sun\.<\/p>/);
    assert.match(textOf(live), /as a student sees it.*Show your unpublished changes/);
    assert.doesNotMatch(live.body, /Comets/, "Students see no unpublished lecture.");
    const draft = await browser.open(`${address}/preview?draft=yes`);
    assert.match(draft.body, /<h1>[^]*Moons/);
    assert.match(draft.body, /<fieldset class="bare" disabled>/);
    assert.deepEqual(await counts(), before);
    assert.match((await browser.open(path)).body, /<h1>[^]*Orbits/);
    const [first] = course.lessons;
    const hidden = `/admin/lectures/${formatId("lecture", course.lessons[2]!.id)}/preview`;
    assert.match(textOf(await browser.open(hidden)), /Students do not see this lecture yet/);
    assert.match(live.body, new RegExp(`/admin/lectures/${formatId("lecture", first!.id)}/preview`));
  });

  void test("shows former versions with their differences, and restores one", async () => {
    const { site, address, stored } = await aLecture();
    const owner = await as(site, "owner");
    assert.match(textOf(await owner.open(`${address}/revisions`)), /have not changed yet/);
    const form = await editor(owner, address);
    form.change("body_markdown", "The moon.\n\nThe great sun.");
    await form.send();
    const list = await owner.open(`${address}/revisions`);
    assert.match(
      textOf(list),
      /Version 2 Orbits .* by A owner Current version.*Version 1 Orbits .* before the first change/,
    );
    const version = await owner.open(`${address}/revisions/1`);
    assert.match(version.body, /<del[^>]*>The sun\.<\/del><ins[^>]*>The (?:<mark>)?great/);
    // A colleague publishes after the comparison was shown.
    const colleague = await editor(await as(site, "manager"), address);
    colleague.change("body_markdown", "The moon.\n\nThe greatest sun.");
    await colleague.send();
    const again = await owner.submit(version, {}, `${address}/revisions/1`);
    assert.match(textOf(again), /Another person changed the lecture in the meantime/);
    assert.match((await stored()).bodyMarkdown ?? "", /greatest/);
    const restored = await owner.submit(again, {}, `${address}/revisions/1`);
    assert.match(textOf(restored), /the text of version 1 again.*Version 4/);
    assert.deepEqual(await stored(), { title: "Orbits", bodyMarkdown: "The moon.\n\nThe sun." });
    assert.equal((await auditOf(site)).at(-1)?.action, "restoreLectureRevision");
  });

  void test("keeps the last 50 versions", async () => {
    const { site, address } = await aLecture();
    const owner = await as(site, "owner");
    for (let round = 1; round <= 52; round++) {
      const form = await editor(owner, address);
      form.change("title", `Orbits ${round}`);
      await form.send();
    }
    const numbers = [...(await owner.open(`${address}/revisions`)).body.matchAll(/>Version (\d+)</g)].map(([, n]) =>
      Number(n),
    );
    assert.deepEqual([numbers.length, numbers[0], numbers.at(-1)], [50, 53, 4]);
  });
});
