import assert from "node:assert/strict";
import { test } from "node:test";
import { SiteSettings } from "#domain/platform/site/settings.ts";
import { toWire } from "#lib/wire/names.ts";
import { assertStatus } from "../../support/assert-status.ts";
import { database } from "../../support/databases/database.ts";
import { auditOf, outboxOf } from "../../support/worlds/records.ts";
import { anOperator, type Operator, operatorOf, problemOf } from "../support/operator.ts";

const scopes = "school:read school:write";
type Json = Record<string, unknown>;
const school = async (operator: Operator) => (await operator.get("/school")).json<Json>();
/** Removes what `aSite` sets, so that the school has its defaults. */
async function withDefaults(operator: Operator): Promise<Operator> {
  await database.run`delete from schools where site_id = ${operator.site.id}`;
  return operator;
}
const settings = async (operator: Operator) => (await operator.get("/school/settings")).json<Record<string, Json>>();

void test("A school without changes has the defaults, with the id of its site", async () => {
  const operator = await withDefaults(await anOperator(scopes));
  const { site } = operator;
  const found = await school(operator);
  assert.deepEqual(
    [found["object"], found["url"], found["mode"], found["time_zone"], found["default_currency"], found["currencies"]],
    ["school", site.origin, "live", "UTC", "USD", ["USD"]],
  );
  assert.match(String(found["id"]), /^sit_/);
  assert.deepEqual(found["counts"], { courses: 0, lecturers: 0, posts: 0 });
  assert.deepEqual([found["legal"], found["social"], found["support_email"]], [{}, {}, null]);
});

void test("A school's profile is changed part by part, including the columns of its site", async () => {
  const operator = await anOperator(scopes);
  const first = await operator.patch("/school", {
    name: "Harbour School",
    description: "By the sea",
    default_locale: "zh-TW",
    support_email: "help@harbour.example",
    time_zone: "Asia/Taipei",
    default_currency: "TWD",
    currencies: ["TWD", "USD"],
    legal: { company: "Harbour Ltd", terms_url: "https://harbour.example/terms" },
    social: { youtube: "https://video.example/harbour", podcast: "https://audio.example/harbour" },
    seo: { title: "Harbour" },
    metadata: { crm: "7" },
  });
  assertStatus(first, 200);
  await operator.patch("/school", { legal: { tax_id: "12-34" }, social: { podcast: null }, seo: { noindex: true } });
  const found = await school(operator);
  assert.deepEqual(
    [found["name"], found["description"], found["default_locale"]],
    ["Harbour School", "By the sea", "zh-TW"],
  );
  assert.deepEqual([found["time_zone"], found["default_currency"]], ["Asia/Taipei", "TWD"]);
  const company = { company: "Harbour Ltd", terms_url: "https://harbour.example/terms" };
  assert.deepEqual(found["legal"], { ...company, tax_id: "12-34" });
  assert.deepEqual(found["social"], { youtube: "https://video.example/harbour" });
  assert.deepEqual(found["seo"], { title: "Harbour", noindex: true });
  assert.deepEqual(found["metadata"], { crm: "7" });

  const events = (await outboxOf(operator.site)).filter(({ type }) => type === "school.updated");
  assert.equal(events.length, 2);
  const actions = (await auditOf(operator.site)).map(({ action }) => action);
  assert.ok(actions.includes("updateSchool"));
});

void test("Invalid school data is rejected", async () => {
  const operator = await withDefaults(await anOperator(scopes));
  const refused = async (changes: Json) => {
    const { code, pointers } = problemOf(await operator.patch("/school", changes));
    return [code, ...(pointers ?? [])];
  };
  assert.deepEqual(await refused({ time_zone: "Mars/Base" }), ["validation_failed", "/time_zone"]);
  assert.deepEqual(await refused({ time_zone: "+08:00" }), ["validation_failed", "/time_zone"]);
  assert.deepEqual(await refused({ default_currency: "TWD" }), ["validation_failed", "/default_currency"]);
  assert.deepEqual(await refused({ currencies: ["EUR"] }), ["validation_failed", "/currencies"]);
  assert.deepEqual(await refused({ support_email: "unknown" }), ["validation_failed", "/support_email"]);
  assert.deepEqual(await refused({ legal: { terms_url: "javascript:alert(1)" } }), [
    "validation_failed",
    "/legal/terms_url",
  ]);
  assert.deepEqual(await refused({ default_locale: "xx" }), ["validation_failed", "/default_locale"]);
  assert.deepEqual(await refused({ origin: "https://evil.example" }), ["unknown_field", "/origin"]);
  const [many, more] = [0, 15].map((from) =>
    Object.fromEntries(Array.from({ length: 15 }, (_, index) => [`place_${from + index}`, "https://a.example/"])),
  );
  assert.equal((await operator.patch("/school", { social: many })).statusCode, 200);
  assert.deepEqual(await refused({ social: more }), ["validation_failed", "/social"]);
});

void test("Settings are read by group and changed individually; null restores a default", async () => {
  const operator = await anOperator(scopes);
  const before = await settings(operator);
  assert.deepEqual(
    Object.keys(before).filter((name) => !["object", "id", "updated_at"].includes(name)),
    ["general", "player", "notifications", "reviews", "privacy", "checkout", "seo", "limits"],
  );
  assert.equal(before["player"]!["autoplay_next"], true);
  const change = { settings: { autoplay_next: false, default_speed: 1.5 } };
  const changed = await operator.patch("/school/settings/player", change);
  assert.equal(changed.json<typeof before>()["player"]!["autoplay_next"], false);
  await operator.patch("/school/settings/player", { settings: { autoplay_next: null, show_captions: true } });
  await operator.patch("/school/settings/limits", { settings: { open_bookings_per_member: 3 } });
  const after = await settings(operator);
  assert.deepEqual(after["player"], { ...before["player"], default_speed: 1.5, show_captions: true });
  assert.deepEqual(after["limits"], { open_bookings_per_member: 3, downloads_per_grant: null });
  assert.deepEqual(after["general"], before["general"]);

  const events = (await outboxOf(operator.site)).filter(({ type }) => type === "school.updated");
  assert.deepEqual(events.map(({ data }) => data["changed"])[0], [
    "settings.player.autoplay_next",
    "settings.player.default_speed",
  ]);
});

void test("An unknown setting is named, and an invalid value is rejected with its path", async () => {
  const operator = await anOperator(scopes);
  const refused = async (group: string, input: Json) => {
    const { status, code, pointers, detail } = problemOf(
      await operator.patch(`/school/settings/${group}`, { settings: input }),
    );
    return { said: [status, code, pointers], detail };
  };
  const misspelt = await refused("player", { autoplay: true, autoplay_nxt: true });
  assert.deepEqual(misspelt.said, [422, "unknown_setting", ["/settings/autoplay"]]);
  assert.match((await refused("player", { autoplay_nxt: true })).detail, /Did you mean autoplay_next\?/);
  assert.deepEqual((await refused("nothing", {})).said, [422, "unknown_setting", ["/group"]]);
  assert.deepEqual((await refused("constructor", {})).said, [422, "unknown_setting", ["/group"]]);
  assert.deepEqual((await refused("general", { constructor: 1 })).said[1], "unknown_setting");
  assert.deepEqual((await refused("player", { default_speed: 9 })).said, [
    422,
    "validation_failed",
    ["/settings/default_speed"],
  ]);
});

void test("No token can access security settings", async () => {
  const operator = await anOperator(scopes);
  await operator.site.set({ apiRequestsPerMinute: 10_000 });
  const groups = Object.keys(await settings(operator)).filter((name) => !["object", "id", "updated_at"].includes(name));
  const serialized = JSON.stringify([await settings(operator), await school(operator)]);
  for (const name of Object.keys(SiteSettings.shape)) {
    assert.ok(!serialized.includes(`"${toWire(name)}"`), name);
    assert.equal(problemOf(await operator.patch("/school", { [toWire(name)]: 1 })).code, "unknown_field");
    for (const group of groups) {
      for (const written of [name, toWire(name)]) {
        const response = await operator.patch(`/school/settings/${group}`, { settings: { [written]: true } });
        assert.equal(problemOf(response).code, "unknown_setting", `${group}.${written}`);
      }
    }
  }
});

void test("The second of two concurrent changes of the school must read it again", async () => {
  const operator = await anOperator(scopes);
  const etag = String((await operator.get("/school")).headers["etag"]);
  assert.equal((await operator.patch("/school", { description: "a" }, { "if-match": etag })).statusCode, 200);
  const second = await operator.patch("/school/settings/general", { settings: {} }, { "if-match": etag });
  assert.deepEqual([second.statusCode, problemOf(second).code], [412, "etag_mismatch"]);
  const dryRunResult = await operator.patch("/school?dry_run=true", { name: "Other" });
  assert.equal(dryRunResult.json<{ would: { update: Json } }>().would.update["name"], "Other");
  assert.notEqual((await school(operator))["name"], "Other");
});

void test("Schools are isolated from each other", async () => {
  const [one, other] = [await anOperator(scopes), await anOperator(scopes)];
  await one.patch("/school", { description: "Mine" });
  assert.notEqual((await school(other))["description"], "Mine");
  const manager = await operatorOf(one.site, "school:read", { roles: ["manager"] });
  assert.equal((await school(manager))["description"], "Mine");
});
