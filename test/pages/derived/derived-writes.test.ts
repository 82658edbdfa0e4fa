import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { Control, Field } from "#pages/admin/derived/fields.ts";
import { formValuesOf } from "#pages/admin/derived/fill-form.ts";
import { addressOfResource } from "#pages/admin/derived/resources.ts";
import { showValue } from "#pages/views/admin/derived/value.ts";
import { formatId, newId } from "#domain/platform/ids.ts";
import { auditOf } from "../../support/worlds/records.ts";
import { aSite } from "../../support/world.ts";
import { textOf } from "../support/asked.ts";

const signedIn = async (role: "owner" | "lecturer") => {
  const site = await aSite();
  return { site, browser: await site.signedIn(await site.member({ roles: [role] })) };
};

const callerOf = (role: "lecturer" | "manager") =>
  ({ kind: "session", memberId: newId(), sessionId: newId(), roles: [role] }) as never;

const field = (control: Control): Field => ({ name: "text", control, isRequired: false, isNullable: false });

const filledText = (control: Control) =>
  formValuesOf([field(control)], { text: "\n\na\r\nb\rc \n" }, "UTC").get("text");

void describe("A derived form", () => {
  void test("writes nothing without a change, also if it replaces a value", async () => {
    const { site, browser } = await signedIn("owner");
    const path = "/admin/appearance/navigation/edit";
    const form = await browser.open(path);
    const item = { "navigation.0.label": "Courses", "navigation.0.href": "/courses" };
    const saved = await browser.submit(form, item, path);
    assert.match(saved.address, /\?done=saved$/, textOf(saved));
    const before = (await auditOf(site)).length;
    const again = await browser.open(path);
    const unchanged = await browser.submit(again, { ...item, "navigation.0.visible_to": "everyone" }, path);
    assert.match(unchanged.address, /\?done=unchanged$/, textOf(unchanged));
    assert.equal((await auditOf(site)).length, before);
  });

  void test("makes another resource after a question if it is changed and sent again", async () => {
    const { browser } = await signedIn("owner");
    const path = "/admin/course_categories/new";
    const form = await browser.open(path);
    const first = await browser.submit(form, { name: "Crafts" }, path);
    const asked = await browser.submit(form, { name: "Music" }, path);
    assert.equal(asked.status, 422);
    assert.match(textOf(asked), /You have sent this form before, with other values\./);
    const second = await browser.submit(asked, { name: "Music" }, path);
    assert.match(second.address, /\?done=created$/);
    assert.notEqual(second.address, first.address);
  });

  void test("begins with the time zone of the school, and offers no default for a choice that is required", async () => {
    const { browser } = await signedIn("owner");
    const page = await browser.open("/admin/events/new");
    assert.match(page.body, /<select id="time_zone"[^>]*>.*?<option value="[A-Z][^"]+" selected>/s);
    assert.match(page.body, /<select id="format"[^>]*>\s*<option value="" selected>Choose one<\/option>/);
  });
});

void describe("The form of an action", () => {
  void test("says what it does with this resource, and how to leave it", async () => {
    const { browser } = await signedIn("owner");
    const path = "/admin/events/new";
    const event = {
      name: "Spring fair",
      format: "in_person",
      "starts_at.date": "2031-05-01",
      "starts_at.time": "10:00",
      "ends_at.date": "2031-05-01",
      "ends_at.time": "12:00",
    };
    const made = await browser.submit(await browser.open(path), { ...event, time_zone: "Europe/London" }, path);
    const page = await browser.open(`${made.address.replace(/\?.*/, "")}/cancel`);
    assert.match(textOf(page), /The event is canceled for everyone who is registered\./);
    assert.match(page.body, /class="button plain" href="[^"]*">Go back<\/a>/);
    const removed = await browser.open("/admin/events", {
      csrf: /name="csrf" value="([^"]+)"/.exec(page.body)?.[1] ?? "",
      act: "cancel",
      [`row.${/evn_\w{26}/.exec(made.address)?.[0] ?? ""}`]: "on",
    });
    assert.match(textOf(removed), /The event is canceled for everyone who is registered\./);
  });
});

void describe("A form about a missing resource", () => {
  void test("is not found, whatever it does", async () => {
    const { browser } = await signedIn("owner");
    const id = formatId("course", newId());
    for (const action of ["publish", "archive", "edit", "delete", "plans/new"]) {
      assert.equal((await browser.open(`/admin/courses/${id}/${action}`)).status, 404, action);
    }
  });
});

void describe("The form of values that cannot be read", () => {
  void test("says that it replaces them, and does so without a change", async () => {
    const { site, browser } = await signedIn("owner");
    await site.member({ name: "Ada Moss" });
    const courses = "/admin/courses/new";
    await browser.submit(await browser.open(courses), { name: "Pottery" }, courses);
    const enrollments = "/admin/enrollments/new";
    const enrolled = { student_id: "Ada Moss", course_id: "Pottery" };
    const made = await browser.submit(await browser.open(enrollments), enrolled, enrollments);
    assert.match(made.address, /\?done=created$/, textOf(made));
    const path = `${made.address.replace(/\?.*/, "")}/unlocks/edit`;
    const form = await browser.open(path);
    assert.match(textOf(form), /Your values replace all of them\./);
    const saved = await browser.submit(form, { all: "", section_ids: "", lecture_ids: "" }, path);
    assert.match(saved.address, /\?done=saved$/, textOf(saved));
  });
});

void describe("A lecturer", () => {
  void test("uploads a file", async () => {
    const { browser } = await signedIn("lecturer");
    const form = await browser.open("/admin/files/new");
    assert.equal(form.status, 200);
    const refused = await browser.submit(form, {}, "/admin/files/new");
    assert.equal(refused.status, 422);
  });

  void test("is not offered forms for categories, which all courses share", async () => {
    const { site, browser } = await signedIn("lecturer");
    const owner = await site.signedIn(await site.member({ roles: ["owner"] }));
    const path = "/admin/course_categories";
    const made = await owner.submit(await owner.open(`${path}/new`), { name: "Crafts" });
    const address = made.address.replace(/\?.*/, "");
    assert.match((await owner.open(address)).body, new RegExp(`${address}/(edit|delete)"`));
    for (const page of [path, address]) {
      const { body, status } = await browser.open(page);
      assert.equal(status, 200);
      assert.doesNotMatch(body, /course_categories[^"]*\/(new|edit|delete)"/, page);
    }
    for (const form of [`${path}/new`, `${address}/edit`, `${address}/delete`]) {
      assert.equal((await browser.open(form)).status, 403, form);
    }
  });

  void test("reads why an action is refused before it is submitted", async () => {
    const { site } = await signedIn("lecturer");
    const manager = await site.signedIn(await site.member({ roles: ["manager"] }));
    const owner = await site.member({ roles: ["owner"] });
    const page = await manager.open(`/admin/members/${formatId("member", owner.id)}/delete`);
    assert.equal(page.status, 200);
    assert.match(page.body, /role="alert"/);
    assert.doesNotMatch(page.body, /class="button danger"/);
  });

  void test("gets no link to a page that the guard of its section refuses", () => {
    assert.equal(addressOfResource(callerOf("lecturer"), "review", "rev_x"), undefined);
    assert.equal(addressOfResource(callerOf("manager"), "review", "rev_x"), "/admin/reviews/rev_x");
    assert.equal(addressOfResource(callerOf("lecturer"), "course", "crs_x"), "/admin/courses/crs_x");
  });
});

void describe("A derived form of texts", () => {
  void test("has line breaks as browsers send them, so that an edit without a change writes nothing", () => {
    assert.equal(filledText({ kind: "text", maxLength: undefined, form: "markdown" }), "\n\na\nb\nc \n");
    assert.equal(filledText({ kind: "text", maxLength: 2000 }), "\n\na\nb\nc \n");
    assert.equal(filledText({ kind: "text", maxLength: 100 }), "abc ");
  });

  void test("leads to the whole address of a link that is shown in short", () => {
    const shown = { page: { locale: "en" } as never, texts: "jobs", labels: new Map(), addressOf: () => undefined };
    const link = showValue(shown, field({ kind: "text", maxLength: 500 }), `https://a.example/${"x".repeat(90)}`, true);
    assert.match(JSON.stringify(link), /https:\/\/a\.example\/x{90}/);
  });
});
