import assert from "node:assert/strict";
import { test } from "node:test";
import { formatId } from "#domain/platform/ids.ts";
import { anApiKey } from "../../support/worlds/api-key.ts";
import { database } from "../../support/databases/database.ts";
import { issueToken } from "../../support/worlds/issue-token.ts";
import { mailsInAll, mailsTo } from "../../support/doubles/mailroom.ts";
import { auditActions } from "../../support/worlds/records.ts";
import { aSite, password } from "../../support/world.ts";

const path = "/admin/developers/api-keys";
const fields = { name: "Nightly sync", expiry: "30", "scope.courses:read": "on", current: password };

async function aSchool(role: "owner" | "manager" = "owner") {
  const site = await aSite();
  const [owner, manager] = [await site.member({ roles: ["owner"] }), await site.member({ roles: ["manager"] })];
  const browser = await site.signedIn(role === "owner" ? owner : manager);
  const create = async (changes: Record<string, string>) =>
    browser.submit(await browser.open(`${path}/new`), { ...fields, ...changes }, `${path}/new`);
  return { site, owner, manager, browser, create };
}

const keyIn = (body: string) => /lak_[\w-]{49}/.exec(body)?.[0];

void test("A manager creates a key with the password, sees it once, and all owners get an email", async () => {
  const { site, owner, browser, create } = await aSchool("manager");
  const made = await create({});
  const key = keyIn(made.body);
  assert.ok(key);
  assert.equal((await site.get("/api/v1/courses", { bearer: key })).statusCode, 200);
  const listed = await browser.open(path);
  assert.equal(keyIn(listed.body), undefined);
  assert.ok(listed.body.includes(`lak_…${key.slice(-4)}`));
  assert.match(listed.body, /Last used/);
  const [mail] = await mailsTo(owner.email, 1);
  assert.equal(mail!.email.subject, `An API key of ${site.site.name} was created`);
  assert.match(mail!.email.text ?? "", /API key: Nightly sync/);
  assert.ok(mail!.email.text!.includes(`${site.site.origin}${path}`));
  assert.ok(!mail!.email.text!.includes(key));
  assert.ok((await auditActions(site)).includes("createApiKey"));
});

void test("A form submitted twice creates one key, and the list says that the key cannot be shown again", async () => {
  const { site, browser } = await aSchool();
  const form = await browser.open(`${path}/new`);
  const made = await browser.submit(form, fields, `${path}/new`);
  assert.ok(keyIn(made.body));
  const repeated = await browser.submit(form, fields, `${path}/new`);
  assert.equal(repeated.address, `${path}?done=repeated`);
  assert.match(repeated.body, /It cannot be shown again/);
  assert.equal(keyIn(repeated.body), undefined);
  assert.equal(repeated.body.match(/<h2>/g)?.length, 1);
  assert.equal((await auditActions(site)).filter((action) => action === "createApiKey").length, 1);
});

void test("A form with the id of an application, of its grant or of no key must be opened again", async () => {
  const { site, owner, browser, create } = await aSchool();
  const client = await site.operatorClient({ audience: "operator", name: "Back office" });
  await issueToken(site, client, owner, "courses:read");
  const grant = await database.one<{ id: string; clientId: string }>`
    select id, client_id from grants where site_id = ${site.site.id} and member_id = ${owner.id}`;
  for (const id of [formatId("apiKey", grant.clientId), formatId("apiKey", grant.id), "key_1"]) {
    const refused = await create({ id });
    assert.deepEqual([refused.status, keyIn(refused.body)], [403, undefined], refused.body);
    assert.match((await browser.open(path)).body, /No API keys yet/);
    assert.ok(!refused.body.includes(`value="${id}"`));
    assert.match(refused.body, /value="Nightly sync"/);
  }
});

void test("A form with wrong input creates its key when it is corrected", async () => {
  const { browser, create } = await aSchool();
  const refused = await create({ expiry: "0" });
  const made = await browser.submit(refused, fields, `${path}/new`);
  assert.ok(keyIn(made.body));
});

void test("Without the correct password, no key is created", async () => {
  const { site, owner, browser, create } = await aSchool();
  const refused = await create({ current: "wrong" });
  assert.equal(refused.status, 401);
  assert.match(refused.body, /The password is not correct/);
  assert.match(refused.body, /value="Nightly sync"/);
  assert.match((await browser.open(path)).body, /No API keys yet/);
  assert.equal(await mailsInAll(owner.email), 0);
  assert.ok((await auditActions(site)).includes("refusePassword"));
});

void test("Wrong input is reported at the field", async () => {
  const { browser, create } = await aSchool();
  for (const [changes, why] of [
    [{ name: " " }, /Enter a name/],
    [{ expiry: "0" }, /Enter a whole number/],
    [{ expiry: "731" }, /Enter a whole number/],
    [{ expiry: "soon" }, /Enter a whole number/],
    [{ "scope.courses:read": "" }, /Select at least one permission/],
  ] as const) {
    const refused = await create(changes);
    assert.equal(refused.status, 400, JSON.stringify(changes));
    assert.match(refused.body, why);
  }
  assert.match((await browser.open(path)).body, /No API keys yet/);
});

void test("Identity and account scopes are not offered", async () => {
  const { browser, create } = await aSchool();
  const { body } = await browser.open(`${path}/new`);
  assert.doesNotMatch(body, /scope\.(account|openid|profile|email)/);
  const refused = await create({ "scope.courses:read": "", "scope.account:read": "on" });
  assert.equal(refused.status, 400);
});

void test("A key is revoked from the list", async () => {
  const { site, owner, browser } = await aSchool();
  const { id, key } = await anApiKey(site, owner);
  const asked = await browser.open(`${path}/${id}/revoke`);
  assert.match(asked.body, /Nightly sync/);
  const done = await browser.submit(asked, {}, `${path}/${id}/revoke`);
  assert.match(done.body, /The API key has been revoked/);
  assert.equal((await site.get("/api/v1/courses", { bearer: key })).statusCode, 401);
  const again = await browser.submit(asked, {}, `${path}/${id}/revoke`);
  assert.deepEqual([again.status, again.address], [200, `${path}?done=revoked`]);
  assert.equal((await browser.open(`${path}/${id}/revoke`)).address, `${path}?done=revoked`);
  assert.equal((await auditActions(site)).filter((action) => action === "revokeApiKey").length, 1);
  const unknown = await browser.open(`${path}/key_01k9g2c8p4e6t0v3x5y7z9b1d3/revoke`);
  assert.equal(unknown.status, 404);
  assert.match(unknown.body, /There is no API key/);
});

void test("The list has pages", async () => {
  const { site, owner, browser } = await aSchool();
  for (let index = 0; index < 26; index++) await anApiKey(site, owner, ["courses:read"], { name: `Key ${index}` });
  const first = await browser.open(path);
  assert.match(first.body, />Key 25</);
  assert.doesNotMatch(first.body, />Key 0</);
  const [, next] = /href="([^"]*cursor=[^"]*)"/.exec(first.body)!;
  assert.match((await browser.open(next!.replaceAll("&amp;", "&"))).body, />Key 0</);
});

void test("Lecturers and students cannot open the pages, and keys are not listed as connected applications", async () => {
  const { site, owner, browser } = await aSchool();
  await anApiKey(site, owner);
  const lecturer = await site.signedIn(await site.member({ roles: ["lecturer"] }));
  assert.equal((await lecturer.open(path)).status, 403);
  assert.doesNotMatch((await browser.open("/account")).body, /Nightly sync/);
});
