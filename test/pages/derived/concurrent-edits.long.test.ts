import assert from "node:assert/strict";
import { test } from "node:test";
import { formsIn } from "#pages/views/parts/parse-form.ts";
import { anInhabitedSite } from "../../support/worlds/inhabited-site.ts";
import { tab } from "../support/edited-forms.ts";
import { adminForms } from "../support/hostile-forms.ts";

/** Fields that take any text. */
const texts = new Set([
  ..."name title summary headline label question internal_note external_id metadata".split(" "),
  ..."description_markdown body_markdown bio_markdown seo_title seo_description".split(" "),
]);

const isSaved = ({ address }: { address: string }) => /\?done=(saved|merged|unchanged)/.test(address);

void test("Two people who change the same resource lose nothing: other fields are kept, and the same field is a question", async () => {
  const { site } = await anInhabitedSite("Pairwick");
  const browser = await site.signedIn(await site.member({ roles: ["owner"] }));
  const forms = (await adminForms(browser)).filter(({ page, action }) => page === action && action.endsWith("/edit"));
  const lost: string[] = [];
  let pairs = 0;
  for (const { page, action } of forms) {
    const form = { page, action, about: {}, names: [] };
    const open = async () => tab(browser, form);
    const isOpen = async () => formsIn((await browser.open(page)).body).some((one) => one.action === action);
    const names = [...(await open()).values.keys()].filter((name) => texts.has(name));
    for (const [index, name] of names.entries()) {
      if (!(await isOpen())) break;
      const valueOf = (text: string) => (name === "metadata" ? `key: ${text}` : text);
      const other = names[(index + 1) % names.length]!;
      if (other !== name) {
        const [first, second] = [await open(), await open()];
        first.change(name, valueOf(`First ${index}`));
        second.change(other, other === "metadata" ? `key: Second ${index}` : `Second ${index}`);
        const sent = await Promise.all([first.send(), second.send()]);
        if (sent.every(isSaved)) {
          pairs++;
          const { values } = await open();
          if (values.get(name) !== first.values.get(name) || values.get(other) !== second.values.get(other)) {
            lost.push(`${action}: ${name}, ${other}`);
          }
        } else if (sent.some(({ status }) => status >= 500)) lost.push(`${action}: ${name}, ${other} failed`);
      }
      const [one, two] = [await open(), await open()];
      one.change(name, valueOf(`One ${index}`));
      two.change(name, valueOf(`Two ${index}`));
      if (!isSaved(await one.send())) continue;
      const refused = await two.send();
      pairs++;
      const isAsked =
        [409, 422].includes(refused.status) &&
        refused.body.includes(`One ${index}`) &&
        refused.body.includes(`Two ${index}`);
      if (!isAsked) lost.push(`${action}: ${name} ${refused.status} ${refused.address}`);
    }
  }
  assert.deepEqual(lost, []);
  assert.ok(pairs > 140, `${pairs} pairs`);
});
