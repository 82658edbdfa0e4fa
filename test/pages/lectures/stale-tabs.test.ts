import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { formatId } from "#domain/platform/ids.ts";
import { formsIn, hiddenFieldsIn } from "#pages/views/parts/parse-form.ts";
import type { TestBrowser } from "../../support/browser-session.ts";
import { aCourse } from "../../support/worlds/lessons.ts";
import { aSite } from "../../support/world.ts";
import { textOf } from "../support/asked.ts";
import { Tab, tab } from "../support/edited-forms.ts";

/** An owner with a lecture, without scripts. */
async function anEditor() {
  const site = await aSite();
  const course = await aCourse(site, [[{ title: "Orbits", bodyMarkdown: "The sun." }]]);
  const address = `/admin/lectures/${formatId("lecture", course.lessons[0]!.id)}`;
  const browser = await site.signedIn(await site.member({ roles: ["owner"] }));
  const open = () => tab(browser, { page: `${address}/edit`, action: `${address}/edit`, about: {}, names: [] });
  /** The draft, as a new window shows it. */
  const draft = async () => {
    const { values } = await open();
    return [values.get("title"), values.get("body_markdown")];
  };
  return { browser, address, open, draft };
}

const keep = (browser: TestBrowser, { form, values }: Tab) =>
  browser.open(form.action, { ...Object.fromEntries([...hiddenFieldsIn(form.inner), ...values]), act: "keep" });

void describe("A stale window without scripts", () => {
  void test("does not take back what another window has changed in a draft", async () => {
    const { browser, open, draft } = await anEditor();
    const stale = await open();
    const other = await open();
    other.change("title", "Orbits of moons");
    await keep(browser, other);
    stale.change("body_markdown", "The great sun.");
    assert.match((await keep(browser, stale)).address, /done=kept/);
    assert.deepEqual(await draft(), ["Orbits of moons", "The great sun."]);
  });

  void test("shows both texts if both windows changed the same field, and saves what the person then chooses", async () => {
    const { browser, address, open, draft } = await anEditor();
    const first = await open();
    first.change("title", "Moons");
    await keep(browser, first);
    const stale = await open();
    const other = await open();
    other.change("title", "Orbits of moons");
    other.change("body_markdown", "The moon.");
    await keep(browser, other);
    stale.change("title", "Planets");
    const refused = await keep(browser, stale);
    assert.equal(refused.status, 409);
    assert.match(textOf(refused), /Nothing was saved.*Title In the other window: Orbits of moons/);
    assert.deepEqual(await draft(), ["Orbits of moons", "The moon."]);
    const form = formsIn(refused.body).find(({ action }) => action === `${address}/edit`)!;
    const chosen = new Tab(browser, form);
    assert.deepEqual([chosen.values.get("title"), chosen.values.get("body_markdown")], ["Planets", "The moon."]);
    assert.match((await keep(browser, chosen)).address, /done=kept/);
    assert.deepEqual(await draft(), ["Planets", "The moon."]);
  });

  void test("saves over its own draft, and takes back its own changes", async () => {
    const { browser, open, draft } = await anEditor();
    const first = await open();
    first.change("title", "Moons");
    await keep(browser, first);
    const again = await open();
    again.change("title", "Moons and rings");
    await keep(browser, again);
    assert.deepEqual(await draft(), ["Moons and rings", "The sun."]);
    const back = await open();
    back.change("title", "Orbits");
    await keep(browser, back);
    assert.doesNotMatch(textOf(await browser.open(back.form.action)), /You have unpublished changes/);
  });
});
