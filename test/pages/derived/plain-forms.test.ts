import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { make } from "../../rest/support/make.ts";
import { operatorOf } from "../../rest/support/operator.ts";
import { aPicture } from "../../support/worlds/pictures.ts";
import { sendFile } from "../../support/worlds/uploads.ts";
import { aSite } from "../../support/world.ts";
import { textOf } from "../support/asked.ts";

async function anOwnersBrowser() {
  const site = await aSite();
  return site.signedIn(await site.member({ roles: ["owner"] }));
}

/** Fields that the form of a school sends always. */
const profile = {
  name: "Harbor School",
  time_zone: "Asia/Taipei",
  slug: "harbor",
  default_locale: "en",
  currencies: "USD",
};

void describe("Forms of the administration for people who are no programmers", () => {
  void test("choose a color and a time zone instead of typing them", async () => {
    const browser = await anOwnersBrowser();
    const { body: appearance } = await browser.open("/admin/appearance/edit");
    assert.match(appearance, /name="colors\.accent"[^>]*type="color"/);
    const { body: school } = await browser.open("/admin/school/edit");
    assert.match(school, /<select id="time_zone".*<option value="America\/New_York"[^>]*>America\/New York</s);
  });

  void test("say at a field which values it takes", async () => {
    const browser = await anOwnersBrowser();
    const form = await browser.open("/admin/coupons/new");
    const refused = await browser.submit(
      form,
      { code: "welcome 10", "discount.kind": "percent", "discount.percent.percent": "10" },
      "/admin/coupons/new",
    );
    assert.match(textOf(refused), /but no spaces, such as SPRING20/);
    const school = await browser.open("/admin/school/edit");
    const other = await browser.submit(school, { ...profile, default_currency: "TWD" }, "/admin/school/edit");
    assert.match(
      [...other.body.matchAll(/class="wrong">[^<]*/g)].join(),
      /The default currency must be one of these|Add this currency to the currencies below/,
    );
  });

  void test("begin with the default currency", async () => {
    const browser = await anOwnersBrowser();
    const school = await browser.open("/admin/school/edit");
    await browser.submit(school, { ...profile, default_currency: "TWD", currencies: "USD\nTWD" }, "/admin/school/edit");
    const { body } = await browser.open("/admin/digital_products/new");
    assert.match(body, /<select id="price\.currency"[^>]*>\s*<option value="TWD"/);
  });

  void test("are found where people look for them: invitations lead to the new member", async () => {
    const browser = await anOwnersBrowser();
    const { body } = await browser.open("/admin/invitations");
    assert.match(body, /<a class="button primary" href="\/admin\/members\/new">New member<\/a>/);
  });

  void test("show that a ticket belongs to the section of its event", async () => {
    const browser = await anOwnersBrowser();
    const form = await browser.open("/admin/events/new");
    const event = await browser.submit(
      form,
      {
        name: "Noodle night",
        format: "online",
        time_zone: "Asia/Taipei",
        "starts_at.date": "2031-01-15",
        "starts_at.time": "18:30",
        "ends_at.date": "2031-01-15",
        "ends_at.time": "21:00",
      },
      "/admin/events/new",
    );
    const address = event.address.replace(/\?.*/, "");
    const tickets = `${address}/tickets/new`;
    const ticket = await browser.submit(
      await browser.open(tickets),
      { name: "Seat", "price.amount": "9", "price.currency": "USD" },
      tickets,
    );
    const crumbs = /<nav class="crumbs".*?<\/nav>/s.exec(ticket.body)?.[0] ?? "";
    assert.match(crumbs, /href="\/admin\/events".*Noodle night.*Seat/s);
  });

  void test("show that a price belongs to its course, and a course not to its cover", async () => {
    const site = await aSite();
    const operator = await operatorOf(site, "courses:read courses:write storage:write");
    const sent = await sendFile(operator, aPicture(), { visibility: "public" }, { name: "harbour.png" });
    const { id: cover_file_id } = sent.json<{ id: string }>();
    const { id } = await make(operator, "/courses", { name: "Knots", cover_file_id });
    const owner = await site.signedIn(await site.member({ roles: ["owner"] }));
    const { body } = await owner.open(`/admin/courses/${id}/plans`);
    const crumbs = /<nav class="crumbs".*?<\/nav>/s.exec(body)?.[0] ?? "";
    assert.match(crumbs, /href="\/admin\/courses".*Knots/s);
    assert.doesNotMatch(crumbs, /harbour\.png/);
  });
});
