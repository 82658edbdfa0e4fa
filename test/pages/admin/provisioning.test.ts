import assert from "node:assert/strict";
import { test } from "node:test";
import { mailsTo } from "../../support/doubles/mailroom.ts";
import { auditActions } from "../../support/worlds/records.ts";
import { aSite, password } from "../../support/world.ts";

const path = "/admin/settings/provisioning";
const fields = {
  name: "Entra of Harbour",
  domains: "School.example\nbücher.example",
  "role.lecturer": "on",
  current: password,
};
const keyIn = (body: string) => /lpk_[\w-]{43}/.exec(body)?.[0];

async function aSchool() {
  const site = await aSite();
  const owner = await site.member({ roles: ["owner"] });
  const browser = await site.signedIn(owner);
  const create = async (changes: Record<string, string> = {}) =>
    browser.submit(await browser.open(`${path}/new`), { ...fields, ...changes }, `${path}/new`);
  const users = (bearer: string) => site.get("/scim/v2/Users", { bearer });
  return { site, owner, browser, create, users };
}

const idIn = (body: string) => /provisioning\/(pvk_\w+)/.exec(body)![1]!;

void test("An owner creates a key with the password, sees it once, replaces and revokes it", async () => {
  const { site, owner, browser, create, users } = await aSchool();
  const made = await create();
  const key = keyIn(made.body);
  assert.ok(key, made.body);
  assert.ok(made.body.includes(`${site.origin}/scim/v2`));
  assert.equal((await users(key)).statusCode, 200);
  const listed = await browser.open(path);
  assert.equal(keyIn(listed.body), undefined);
  assert.ok(listed.body.includes(`lpk_…${key.slice(-4)}`));
  assert.match(listed.body, /Last used/);
  const [mail] = await mailsTo(owner.email, 1);
  assert.equal(mail!.email.subject, `A provisioning key of ${site.site.name} was created`);
  assert.ok(!mail!.email.text!.includes(key));

  const address = `${path}/${idIn(listed.body)}`;
  const settings = await browser.open(address);
  assert.match(settings.body, /school\.example\nxn--bcher-kva\.example/);
  const replaced = await browser.submit(settings, { current: password }, `${address}/replace`);
  const next = keyIn(replaced.body);
  assert.ok(next && next !== key);
  assert.deepEqual([(await users(key)).statusCode, (await users(next)).statusCode], [401, 200]);
  const again = await browser.submit(settings, { current: password }, `${address}/replace`);
  assert.deepEqual([again.status, keyIn(again.body)], [409, undefined]);
  const revoked = await browser.submit(await browser.open(address), {}, `${address}/revoke`);
  assert.match(revoked.body, /The key has been revoked/);
  assert.equal((await users(next)).statusCode, 401);
  const actions = await auditActions(site);
  for (const action of ["createProvisioningKey", "replaceProvisioningKey", "revokeProvisioningKey"]) {
    assert.ok(actions.includes(action), action);
  }
});

void test("An owner changes what a directory may do", async () => {
  const { browser, create } = await aSchool();
  const address = `${path}/${idIn((await create()).body)}`;
  const changes = { domains: "", "group.manager": "Office", current: password };
  const saved = await browser.submit(await browser.open(address), changes, address);
  assert.match(saved.body, /Your changes have been saved/);
  assert.match(saved.body, /value="Office"/);
  assert.doesNotMatch(saved.body, /school\.example\n/);
});

void test("Wrong input, a wrong password and a form sent twice create no second key", async () => {
  const { browser, create } = await aSchool();
  for (const [changes, status, why] of [
    [{ name: " " }, 400, /Enter a name/],
    [{ domains: "nonsense" }, 400, /Enter domains/],
    [{ "group.lecturer": "x".repeat(201) }, 400, /at most 200/],
    [{ current: "wrong" }, 401, /The password is not correct/],
  ] as const) {
    const refused = await create(changes);
    assert.deepEqual([refused.status, keyIn(refused.body)], [status, undefined], JSON.stringify(changes));
    assert.match(refused.body, why);
  }
  const form = await browser.open(`${path}/new`);
  assert.ok(keyIn((await browser.submit(form, fields, `${path}/new`)).body));
  const repeated = await browser.submit(form, fields, `${path}/new`);
  assert.match(repeated.body, /cannot be shown again/);
  assert.equal(repeated.body.match(/<h2>/g)?.length, 1);
});

void test("A manager sees the directories and changes nothing", async () => {
  const { site, create } = await aSchool();
  const made = await create();
  const manager = await site.signedIn(await site.member({ roles: ["manager"] }));
  const listed = await manager.open(path);
  assert.match(listed.body, /Only owners of the school can change this/);
  assert.equal((await manager.open(`${path}/new`)).status, 403);
  const settings = await manager.open(`${path}/${idIn(made.body)}`);
  assert.equal(settings.status, 200);
  assert.doesNotMatch(settings.body, /\/replace|\/revoke/);
});
