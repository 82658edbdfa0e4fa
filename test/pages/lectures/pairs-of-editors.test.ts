import assert from "node:assert/strict";
import { test } from "node:test";
import { formatId } from "#domain/platform/ids.ts";
import { formsIn } from "#pages/views/parts/parse-form.ts";
import { database } from "../../support/databases/database.ts";
import { rounds } from "../../support/thorough.ts";
import { aCourse } from "../../support/worlds/lessons.ts";
import { aSite } from "../../support/world.ts";
import { Tab, tab } from "../support/edited-forms.ts";

const pairs = rounds(3, 50);

void test(`${pairs} pairs of editors who publish the same lecture at the same moment lose no change`, async () => {
  const site = await aSite();
  const lessons = Array.from({ length: pairs }, (_, index) => ({ title: `Lecture ${index}`, bodyMarkdown: "Begin." }));
  const course = await aCourse(site, [lessons]);
  const people = [await site.member({ roles: ["owner"] }), await site.member({ roles: ["manager"] })];
  const [one, two] = await Promise.all(people.map((person) => site.signedIn(person)));
  for (const [index, { id }] of course.lessons.entries()) {
    const address = `/admin/lectures/${formatId("lecture", id)}`;
    const form = { page: `${address}/edit`, action: `${address}/edit`, about: {}, names: [] };
    const [first, second] = [await tab(one!, form), await tab(two!, form)];
    const both = index % 3 === 2;
    first.change("title", `First ${index}`);
    second.change(both ? "title" : "body_markdown", both ? `Second ${index}` : `Second ${index}.`);
    const answers = await Promise.all([first.send(), second.send()]);
    const stored = () =>
      database.one<{ title: string; body: string }>`
        select title, body_markdown as body from lectures where site_id = ${site.site.id} and id = ${id}`;
    if (!both) {
      assert.deepEqual(
        answers.map(({ address: at }) => /done=(saved|merged)/.test(at)),
        [true, true],
      );
      assert.deepEqual(await stored(), { title: `First ${index}`, body: `Second ${index}.` });
      continue;
    }
    // The second to arrive sees both titles, and decides.
    const refused = answers.findIndex(({ status }) => status === 422);
    const titles = [`First ${index}`, `Second ${index}`];
    assert.notEqual(refused, -1);
    assert.equal((await stored()).title, titles[1 - refused]);
    for (const title of titles) assert.ok(answers[refused]!.body.includes(title), title);
    const shown = formsIn(answers[refused]!.body).find(({ action }) => action === form.action);
    await new Tab([one!, two!][refused]!, shown!).send();
    assert.equal((await stored()).title, titles[refused]);
    const kept = await database.many<{ title: string }>`
      select title from lecture_revisions where site_id = ${site.site.id} and lecture_id = ${id}`;
    assert.ok(
      kept.some(({ title }) => title === titles[1 - refused]),
      "The other title is a former version.",
    );
  }
});
