import assert from "node:assert/strict";
import { test } from "node:test";
import type { Caller } from "#access/caller.ts";
import { recordAudit } from "#domain/platform/audit/record-audit.ts";
import { newId } from "#domain/platform/ids.ts";
import { parseClientId } from "#oauth/clients/client.ts";
import type { Page } from "../../support/browser-session.ts";
import { setRoles, setTimeZone } from "../../support/worlds/records.ts";
import { aSite } from "../../support/world.ts";

const path = "/admin/security/audit-log";
const at = (day: number) => new Date(Date.UTC(2025, 5, day, 12));

async function aRunSite() {
  const site = await aSite();
  const owner = await site.member({ name: "Olga Mertens", roles: ["owner"] });
  const record = (action: string, subject: object = {}, context: object = {}) =>
    recordAudit({ ...site.context(), ...context }, action, subject);
  return { site, owner, record, browser: await site.signedIn(owner) };
}

/** The text of each entry. */
const entriesOf = ({ body }: Page): string[] =>
  [...body.matchAll(/<li class="row">(.*?)<\/details>/gs)].map(([, entry]) =>
    entry!
      .replaceAll(/<\/?bdi[^>]*>/g, "")
      .replaceAll(/<[^>]+>/g, " ")
      .replaceAll(/\s+/g, " ")
      .trim(),
  );
const headingsOf = ({ body }: Page) => [...body.matchAll(/<h2>(.*?)<\/h2>/g)].map(([, heading]) => heading);

void test("The log describes actions newest first, with actor, action, time and IP address", async () => {
  const { site, browser } = await aRunSite();
  const ana = await site.member({ name: "Ana Lima" });
  await site.connect(await site.register({ client_name: "Reader" }), ana, "openid email");
  const page = await browser.open(path);
  const [allowed, registered, created] = entriesOf(page);
  assert.match(
    allowed!,
    /^A member authorized an application By Ana Lima ana-\S+ Application: Reader \d+ \w+ \d{4}, .* UTC/,
  );
  assert.match(allowed!, /From 127\.0\.0\.1 Details/);
  assert.match(allowed!, /Request \S+ .*scopes openid email/);
  assert.match(registered!, /^An application registered itself By a person who was not signed in Application: Reader/);
  assert.match(created!, /^The site was created By the server operator/);
});

void test("The log shows the kind of actor: a member, an application, the command line, Lectern itself", async () => {
  const { site, browser, record } = await aRunSite();
  const ana = await site.member({ name: "Ana Lima" });
  const { clientId } = await site.operatorClient({ name: "Study Buddy" });
  const id = parseClientId(clientId)!;
  const token: Caller = {
    kind: "token",
    clientId: id,
    memberId: ana.id,
    grantId: newId(),
    scopes: new Set(),
    roles: [],
  };
  await record("publishCourse", { resourceType: "course", resourceId: "crs_x" }, { caller: token, now: at(1) });
  await record(
    "setMemberRoles",
    { resourceType: "member", resourceId: ana.sub },
    { caller: { kind: "cli" }, now: at(2) },
  );
  await record("endReplayedTokens", { clientId: id, memberId: ana.id }, { caller: { kind: "system" }, now: at(3) });
  await record("ofAnEarlierVersion", { clientId: newId() }, { now: at(4) });
  const [created, unknown, ended, roles, published] = entriesOf(await browser.open(path));
  assert.match(created!, /^The site was created/);
  assert.match(unknown!, /^ofAnEarlierVersion By a person .* Application: a deleted application/);
  assert.match(
    ended!,
    /^Tokens were revoked because one was reused By Lectern Application: Study Buddy Member: Ana Lima/,
  );
  assert.match(roles!, /^The roles of a member were changed By the server operator.* Member: Ana Lima/);
  assert.match(published!, /^A course was published By Study Buddy, for Ana Lima .* Course: crs_x/);
});

void test("The log is filtered by kind, person, application and days, and the form keeps the filter", async () => {
  const { site, browser, record } = await aRunSite();
  const ana = await site.member({ email: "Ana.Lima@Example.test", name: "Ana Lima" });
  const { clientId } = await site.operatorClient();
  const id = parseClientId(clientId)!;
  await record("signIn", { memberId: ana.id }, { now: at(1) });
  await record("allowClient", { memberId: ana.id, clientId: id }, { now: at(2) });
  await record("allowClient", { clientId: id }, { now: at(3) });
  const [signedIn, allowed] = ["A person signed in", "A member authorized an application"];

  const read = async (filters: Record<string, string>) =>
    browser.open(`${path}?${new URLSearchParams(filters).toString()}`);
  const headings = async (filters: Record<string, string>) => headingsOf(await read(filters));
  assert.deepEqual(await headings({ action: "allowClient" }), [allowed, allowed]);
  assert.deepEqual(await headings({ member: ana.sub }), [allowed, signedIn]);
  assert.deepEqual(await headings({ member: " ana.lima@example.TEST " }), [allowed, signedIn]);
  assert.deepEqual(await headings({ application: clientId }), [allowed, allowed]);
  assert.deepEqual(await headings({ to: "2025-06-02" }), [allowed, signedIn]);
  assert.deepEqual(await headings({ from: "2025-06-02", to: "2025-06-02" }), [allowed]);
  const all = { action: "allowClient", member: ana.sub, application: clientId, from: "2025-06-01", to: "2025-06-03" };
  const page = await read(all);
  assert.deepEqual(headingsOf(page), [allowed]);
  assert.match(page.body, /<details class="narrowing" open>/);
  assert.match(page.body, /<option value="allowClient" selected>/);
  for (const value of Object.values(all).slice(1)) assert.ok(page.body.includes(`value="${value}"`), value);
});

void test("Days of the filter start at midnight in the time zone of the school, as the times of the log", async () => {
  const { site, browser, record } = await aRunSite();
  await record("signIn", {}, { now: new Date("2025-06-02T15:59:59Z") });
  await record("allowClient", {}, { now: new Date("2025-06-02T16:00:00Z") });
  await setTimeZone(site, "Asia/Taipei");
  const page = await browser.open(`${path}?from=2025-06-03&to=2025-06-03`);
  assert.deepEqual(headingsOf(page), ["A member authorized an application"]);
  assert.match(page.body, />3 Jun 2025, 00:00 GMT\+8</);
});

void test("An invalid filter is reported at its field, and nothing is listed", async () => {
  const { browser } = await aRunSite();
  const wrong: [string, string][] = [
    ["action", "<script>"],
    ["member", "unknown@example.test"],
    ["member", "Ana"],
    ["member", "a@b\0"],
    ["member", "cli_00000000000000000000000000"],
    ["application", "Reader"],
    ["application", "https://apps.example/none.json"],
    ["application", "https://apps.example/\0"],
    ["tool", "Create a course"],
    ["from", "yesterday"],
    ["to", "2025-02-30"],
  ];
  for (const [name, value] of wrong) {
    const page = await browser.open(`${path}?${new URLSearchParams({ [name]: value }).toString()}`);
    assert.equal(page.status, 200, value);
    assert.match(page.body, new RegExp(`id="${name}-problem"`), value);
    assert.deepEqual(entriesOf(page), [], value);
    assert.doesNotMatch(page.body, /<script>/);
  }
  assert.equal((await browser.open(`${path}?member=&action=&from=`)).body.includes("-problem"), false);
});

void test("Pages keep their filters and link back to the first", async () => {
  const { browser, record } = await aRunSite();
  for (let entry = 0; entry < 120; entry++) await record("signIn", {}, { now: at(1 + (entry % 5)) });
  await record("allowClient");
  const seen: string[] = [];
  let page = await browser.open(`${path}?action=signIn`);
  for (;;) {
    seen.push(...[...page.body.matchAll(/aud_\w{26}/g)].map(([id]) => id));
    const next = /<a href="([^"]+cursor=[^"]+)">Next page<\/a>/.exec(page.body)?.[1];
    if (!next) break;
    assert.match(next, /action=signIn/);
    page = await browser.open(next.replaceAll("&amp;", "&"));
    assert.match(page.body, /<a href="[^"]+\?action=signIn">First page<\/a>/);
  }
  assert.equal(new Set(seen).size, 120);
  assert.equal(seen.length, 120);
  assert.equal((await browser.open(`${path}?cursor=made-up`)).status, 400);
});

void test("Names chosen by others are escaped", async () => {
  const { site, browser, record } = await aRunSite();
  const markup = `"><img src=x onerror=alert(1)>`;
  await site.register({ client_name: markup });
  await record(
    markup,
    { resourceType: markup, resourceId: markup, details: { [markup]: [markup] } },
    { address: markup },
  );
  const { body } = await browser.open(path);
  assert.doesNotMatch(body, /<img/);
  assert.ok(entriesOf({ body } as Page).length >= 2);
});

void test("A former owner has no access to the log", async () => {
  const { site, owner, browser } = await aRunSite();
  assert.equal((await browser.open(path)).status, 200);
  await setRoles(site, owner, ["lecturer"]);
  assert.equal((await browser.open(path)).status, 403);
});
