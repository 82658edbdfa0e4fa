import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { Control, Field } from "#pages/admin/derived/fields.ts";
import { formValuesOf } from "#pages/admin/derived/fill-form.ts";
import { readForm } from "#pages/admin/derived/read-form.ts";
import { aSite } from "../../support/world.ts";
import { textOf } from "../support/asked.ts";

const field = (name: string, control: Control): Field => ({ name, control, isRequired: false, isNullable: true });

const time = (edge: "start" | "end" | undefined): Control => ({ kind: "time", edge });

const windowOf = (edge: "start" | "end" | undefined) => [
  field("window", { kind: "group", fields: [field("opens_at", time(edge)), field("note", text)] }),
];
const text: Control = { kind: "text", maxLength: 100 };

const shownOf = (edge: "start" | "end" | undefined, opens: string) =>
  formValuesOf(windowOf(edge), { window: { opens_at: opens } }, "UTC").get("window.opens_at.time");

void describe("A time in a derived form", () => {
  void test("keeps its seconds and milliseconds when another part of its group changes", () => {
    for (const zone of ["UTC", "Asia/Taipei", "America/New_York"]) {
      for (const opens of ["2031-05-01T09:30:45.000Z", "2031-05-01T09:30:00.250Z", "2031-05-01T09:30:00.000Z"]) {
        const fields = windowOf(undefined);
        const shown = formValuesOf(fields, { window: { opens_at: opens, note: "Doors" } }, zone);
        const changed = new Map([...shown, ["window.note", "Gates"]]);
        assert.deepEqual(readForm(fields, changed, zone, "patch").wire, { window: { opens_at: opens, note: "Gates" } });
      }
    }
  });

  void test("is shown in minutes, and a whole day without a time", () => {
    assert.equal(shownOf(undefined, "2031-05-01T09:30:00.000Z"), "09:30");
    assert.equal(shownOf("start", "2031-05-01T00:00:00.000Z"), "");
    assert.equal(shownOf("end", "2031-05-01T23:59:59.999Z"), "");
    assert.equal(shownOf("start", "2031-05-01T00:00:30.000Z"), "00:00:30");
  });
});

void describe("Keys that no schema accepts", () => {
  void test("are refused at their field, and nothing is saved", async () => {
    const site = await aSite();
    const browser = await site.signedIn(await site.member({ roles: ["owner"] }));
    const path = "/admin/course_categories/new";
    const refused = await browser.submit(await browser.open(path), {
      name: "Crafts",
      metadata: "campaign: spring\n__proto__: x",
    });
    assert.equal(refused.status, 422);
    assert.match(textOf(refused), /A key is not valid\./);
    assert.match(refused.body, /name="metadata"[^>]*aria-invalid="true"/);
    assert.doesNotMatch((await browser.open("/admin/course_categories")).body, /Crafts/);
  });
});
