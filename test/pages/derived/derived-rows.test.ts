import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { readForm } from "#pages/admin/derived/read-form.ts";
import { rowsIn } from "#pages/admin/derived/form-index.ts";
import type { Field } from "#pages/admin/derived/fields.ts";
import { aSite } from "../../support/world.ts";
import { textOf } from "../support/asked.ts";

const owner = async () => {
  const site = await aSite();
  return { site, browser: await site.signedIn(await site.member({ roles: ["owner"] })) };
};

const nested = (element: Field[]): Field => ({
  name: "rows",
  control: { kind: "rows", element: { kind: "group", fields: element }, maxItems: undefined },
  isRequired: false,
  isNullable: false,
});

void describe("The rows of a derived form", () => {
  void test("are no more than were sent, whatever their number says", async () => {
    const { browser } = await owner();
    const address = "/admin/membership_plans/new";
    const form = await browser.open(address);
    assert.match(form.body, /name="faq\.count"/);
    for (const count of ["1000000000", "1e9", "-5", "NaN", "1.5", ""]) {
      const page = await browser.submit(form, { name: "", "faq.count": count, "faq.0.question": "Why?" }, address);
      assert.equal(page.status, 422, count);
      // Without the row from which a script makes new ones.
      assert.ok([...page.body.matchAll(/name="faq\.\d{1,3}\.question"/g)].length <= 3, count);
    }
  });

  void test("are those that were sent, and few more, at every depth", () => {
    const names = Array.from({ length: 4000 }, (_, index) => `rows.${index}.rows.${index}.rows.0.text`);
    const values = new Map(names.map((name) => [name, "x"]));
    for (let index = 0; index < 500; index++) values.set(`rows.${index}.rows.count`, "500");
    values.set("rows.count", "500");
    assert.equal(rowsIn(values, "rows").length, 500);
    assert.deepEqual(rowsIn(values, "rows.7.rows"), [7, 8, 9]);
    const text: Field = { name: "text", control: { kind: "text", maxLength: 9 }, isRequired: false, isNullable: false };
    const { wire } = readForm([nested([nested([nested([text])])])], values, "UTC", "new");
    assert.deepEqual((wire["rows"] as unknown[])[0], { rows: [{ rows: [{ text: "x" }] }] });
  });
});

void describe("The relations of a derived form", () => {
  void test("keep their order: an edit without a change writes nothing", async () => {
    const { browser } = await owner();
    const ids: string[] = [];
    for (const name of ["Ada", "Ben", "Cleo"]) {
      const made = await browser.submit(await browser.open("/admin/lecturers/new"), { name }, "/admin/lecturers/new");
      ids.push(/ltr_\w{26}/.exec(made.address)?.[0] ?? "");
    }
    const ticked = ids.toReversed().map((id) => [`lecturer_ids.${id}`, "on"] as const);
    const course = { name: "Pottery", ...Object.fromEntries(ticked) };
    const made = await browser.submit(await browser.open("/admin/courses/new"), course, "/admin/courses/new");
    const address = made.address.replace(/\?.*/, "");
    assert.match(textOf(made), /Cleo ?, Ben ?, Ada/);
    const form = await browser.open(`${address}/edit`);
    const boxes = [...form.body.matchAll(/name="lecturer_ids\.(ltr_\w{26})"[^>]*\schecked/g)].map(([, id]) => id);
    assert.deepEqual(boxes, ids.toReversed());
  });

  void test("look up a limited number of names", async () => {
    const { site, browser } = await owner();
    for (let count = 0; count < 45; count++) await site.member({ name: `Filler ${count}` });
    const names = Array.from({ length: 60 }, (_, index) => `Name ${index}`).join("\n");
    const form = await browser.open("/admin/coupons/new");
    const page = await browser.submit(form, { code: "MANY", member_ids: names }, "/admin/coupons/new");
    assert.equal(page.status, 422);
    assert.match(textOf(page), /Enter at most 50 names, or IDs\./);
  });
});
