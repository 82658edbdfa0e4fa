import assert from "node:assert/strict";
import { test } from "node:test";
import { standardValues } from "#pages/admin/derived/standard-values.ts";
import { asRecord } from "#lib/json/is-record.ts";
import { toWire } from "#lib/wire/names.ts";
import { operatorOf } from "../../rest/support/operator.ts";
import { assertStatus } from "../../support/assert-status.ts";
import { aSite } from "../../support/world.ts";
import { textOf } from "../support/asked.ts";

const scopes = [
  "courses:write curriculum:write members:write events:write membership_plans:write coupons:write",
  "posts:write digital_products:write consulting:write lecturers:write pages:write",
].join(" ");

void test("Forms name the value of a choice that stays empty, and new resources have it", async () => {
  const operator = await operatorOf(await aSite(), scopes);
  const make = async (path: string, body: object) => {
    const response = await operator.post(path, body);
    assertStatus(response, 201);
    return response.json<Record<string, unknown>>();
  };
  const price = { amount: 1000, currency: "USD" };
  const times = { starts_at: "2027-01-01T10:00:00Z", ends_at: "2027-01-01T12:00:00Z", time_zone: "Europe/London" };
  const course = await make("/courses", { name: "Knots" });
  const section = await make(`/courses/${String(course["id"])}/sections`, { title: "First" });
  const lecture = await make(`/sections/${String(section["id"])}/lectures`, { title: "Bowline", kind: "text" });
  const event = await make("/events", { name: "Evening", format: "online", ...times });
  const plan = await make("/membership_plans", { name: "Friends", plan_type: "recurring" });
  const lecturer = await make("/lecturers", { name: "Ada" });
  const coupon = await make("/coupons", { code: "HELLO2027", discount: { kind: "percent", percent: 10 } });
  const made: Record<string, Record<string, unknown>> = {
    courses: course,
    "courses.sections": section,
    "sections.lectures": lecture,
    events: event,
    membershipPlans: plan,
    lecturers: lecturer,
    coupons: coupon,
    "coupons.bulkGenerate": coupon,
    "courses.plans": await make(`/courses/${String(course["id"])}/plans`, {
      name: "Once",
      plan_type: "one_time",
      price,
    }),
    "lectures.attachments": await make(`/lectures/${String(lecture["id"])}/attachments`, {
      kind: "link",
      title: "Chart",
      external_url: "https://knots.example/chart",
    }),
    memberFields: await make("/member_fields", { handle: "boat", label: "Boat", kind: "text" }),
    "events.tickets": await make(`/events/${String(event["id"])}/tickets`, { name: "Seat", price }),
    "membershipPlans.pricings": await make(`/membership_plans/${String(plan["id"])}/pricings`, {
      price,
      interval: "month",
    }),
    posts: await make("/posts", { title: "News", access: "public", body_markdown: "News" }),
    digitalProducts: await make("/digital_products", { name: "Poster", price }),
    consultingServices: await make("/consulting_services", {
      name: "Talk",
      duration_minutes: 30,
      price,
      lecturer_ids: [lecturer["id"]],
    }),
    pages: await make("/pages", { title: "About", path: "/about-us", body_markdown: "About" }),
    redirects: await make("/redirects", { from: "/old", to: "/new" }),
  };
  const wrong = Object.entries(standardValues).filter(([name, value]) => {
    const context = Object.keys(made)
      .filter((each) => name.startsWith(`${each}.`))
      .toSorted((one, other) => other.length - one.length)[0];
    assert.ok(context !== undefined, name);
    let found: unknown = made[context];
    for (const part of name.slice(context.length + 1).split(".")) found = asRecord(found)[toWire(part)];
    // An empty object of settings has none of them.
    const { kind = found } = asRecord(found);
    if (kind === true) return value !== "on";
    return kind === false || kind === undefined ? value !== "off" : kind !== (value === "301" ? 301 : value);
  });
  assert.deepEqual(wrong, []);

  const browser = await operator.site.signedIn(await operator.site.member({ roles: ["owner"] }));
  const form = await browser.open("/admin/courses/new");
  assert.match(form.body, /<option value="" selected>Public<\/option>/);
  assert.doesNotMatch(textOf(form), /Default: Public/);
  assert.match(
    (await browser.open("/admin/consulting_services/new")).body,
    /<option value="" selected>Online<\/option>/,
  );
});
