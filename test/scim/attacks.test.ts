import assert from "node:assert/strict";
import { test } from "node:test";
import { formatId } from "#domain/platform/ids.ts";
import { perform } from "#domain/platform/operation.ts";
import { suspendMember } from "#domain/people/members/member-states.ts";
import { aDirectory } from "../support/worlds/directory.ts";
import { anApiKey } from "../support/worlds/api-key.ts";
import { database } from "../support/databases/database.ts";
import { issueToken } from "../support/worlds/issue-token.ts";
import { aSite } from "../support/world.ts";

const rolesAt = async (siteId: string, id: string) =>
  await database.one<{ roles: string[]; status: string; email: string }>`
      select roles, status, email from members where site_id = ${siteId} and id = ${id}`;

void test("No other credential opens the surface, and the key opens no other one", async () => {
  const site = await aSite();
  const owner = await site.member({ roles: ["owner"] });
  const directory = await aDirectory(site);
  const other = await aDirectory(await aSite());
  const { key } = await anApiKey(site, owner, ["members:read", "members:write"]);
  const client = await site.operatorClient({ audience: "operator" });
  const token = await issueToken(site, client, owner, "members:read members:write");
  const browser = await site.signedIn(owner);
  for (const bearer of [undefined, key, token, other.key, `${directory.key}x`, directory.key.slice(0, -1)]) {
    const refused = await site.get("/scim/v2/Users", { bearer });
    assert.equal(refused.statusCode, 401, String(bearer?.slice(0, 4)));
    assert.deepEqual(refused.json().schemas, ["urn:ietf:params:scim:api:messages:2.0:Error"]);
    assert.equal(refused.headers["www-authenticate"], "Bearer");
  }
  assert.equal((await browser.open("/scim/v2/Users")).status, 401);
  const bearer = directory.key;
  assert.equal((await site.get("/api/v1/members", { bearer })).statusCode, 401);
  assert.equal((await site.get("/api/v1/me", { bearer })).statusCode, 401);
  assert.equal((await site.graphql("{ viewer { id } }", bearer)).statusCode, 401);
  const call = { jsonrpc: "2.0", id: 1, method: "tools/list" };
  const headers = { accept: "application/json, text/event-stream" };
  assert.equal((await site.post("/mcp", call, { bearer, headers })).statusCode, 401);
  assert.equal((await site.get("/api/oauth/userinfo", { bearer })).statusCode, 401);
});

void test("A revoked key is refused immediately", async () => {
  const site = await aSite();
  const directory = await aDirectory(site);
  assert.equal((await directory.get("/Users")).status, 200);
  await database.run`update provisioning_keys set revoked_at = now() where site_id = ${site.site.id}`;
  assert.equal((await directory.get("/Users")).status, 401);
});

void test("A directory sees the members that it created and those of its domains, and no others", async () => {
  const site = await aSite();
  const stranger = await site.member({ email: "kim@elsewhere.example" });
  const colleague = await site.member({ email: "bo@school.example" });
  const directory = await aDirectory(site, { emailDomains: ["school.example"] });
  const { id } = (await directory.create({ userName: "ana@school.example" })).body;
  const seen = (await directory.get("/Users")).body;
  assert.deepEqual(
    seen.Resources.map((user: { id: string }) => user.id),
    [colleague.sub, id],
  );
  assert.equal((await directory.find(`userName eq "${stranger.email}"`)).body.totalResults, 0);
  assert.equal((await directory.find(`id eq "${stranger.sub}"`)).body.totalResults, 0);
  for (const [method, body] of [
    ["GET", undefined],
    ["DELETE", undefined],
    ["PUT", { userName: stranger.email, active: false }],
    ["PATCH", { Operations: [{ op: "replace", path: "active", value: false }] }],
  ] as const) {
    assert.equal((await directory.send(method, `/Users/${stranger.sub}`, body)).status, 404, method);
  }
  const outside = await directory.create({ userName: "kim2@elsewhere.example" });
  assert.deepEqual([outside.status, outside.body.scimType], [400, "invalidValue"]);
  const moved = await directory.patch(`/Users/${id}`, { op: "replace", path: "userName", value: "ana@evil.example" });
  assert.deepEqual([moved.status, moved.body.scimType], [400, "invalidValue"]);
  const group = await directory.send("POST", "/Groups", { displayName: "All", members: [{ value: stranger.sub }] });
  assert.deepEqual([group.status, group.body.scimType], [400, "invalidValue"]);
  const other = await aDirectory(site);
  assert.equal((await other.get("/Users")).body.totalResults, 0);
  assert.equal((await other.get(`/Users/${id}`)).status, 404);
});

void test("IDs and groups of another site are not found", async () => {
  const [here, there] = [await aSite(), await aSite()];
  const [own, foreign] = [await aDirectory(here), await aDirectory(there)];
  const user = (await foreign.create({ userName: "ana@school.example" })).body;
  const group = (await foreign.send("POST", "/Groups", { displayName: "Crew" })).body;
  for (const path of [`/Users/${user.id}`, `/Groups/${group.id}`]) {
    assert.equal((await own.get(path)).status, 404);
    assert.equal((await own.send("DELETE", path)).status, 404);
    assert.equal((await own.patch(path, { op: "replace", path: "displayName", value: "x" })).status, 404);
  }
  assert.equal((await own.get("/Users")).body.totalResults, 0);
  assert.equal((await own.get("/Groups")).body.totalResults, 0);
});

void test("An owner is neither renamed nor moved nor given roles, and the last one is not deprovisioned", async () => {
  const site = await aSite();
  const owner = await site.member({ email: "olga@school.example", roles: ["owner"] });
  const directory = await aDirectory(site, {
    emailDomains: ["school.example"],
    givableRoles: ["manager", "lecturer", "teaching_assistant"],
  });
  const path = `/Users/${owner.sub}`;
  for (const [attribute, value, status] of [
    ["userName", "mallory@school.example", 403],
    ["displayName", "Mallory", 403],
    ["active", false, 409],
  ] as const) {
    assert.equal((await directory.patch(path, { op: "replace", path: attribute, value })).status, status, attribute);
  }
  assert.equal((await directory.send("DELETE", path)).status, 409);
  assert.equal((await directory.patch(path, { op: "replace", path: "roles", value: [] })).status, 200);
  assert.deepEqual(await rolesAt(site.site.id, owner.id), { roles: ["owner"], status: "active", email: owner.email });
  await site.member({ roles: ["owner"] });
  const left = await directory.patch(path, { op: "replace", path: "active", value: false });
  assert.deepEqual([left.status, left.body.active], [200, false]);
});

void test("A directory gives the roles of its key only, and never owner", async () => {
  const site = await aSite();
  const directory = await aDirectory(site, { givableRoles: ["lecturer"] });
  for (const role of ["owner", "Owner", "manager", "teaching_assistant"]) {
    const refused = await directory.create({ userName: "ana@school.example", roles: [{ value: role }] });
    assert.deepEqual([refused.status, refused.body.scimType], [400, "invalidValue"], role);
  }
  const { id, roles } = (await directory.create({ userName: "ana@school.example", roles: [{ value: "Lecturer" }] }))
    .body;
  assert.deepEqual(
    roles.map(({ value }: { value: string }) => value),
    ["lecturer", "student"],
  );
  const more = await directory.patch(`/Users/${id}`, { op: "add", path: "roles", value: [{ value: "owner" }] });
  assert.deepEqual([more.status, more.body.scimType], [400, "invalidValue"]);
  const less = await directory.patch(`/Users/${id}`, { op: "remove", path: 'roles[value eq "lecturer"]' });
  assert.deepEqual(less.body.roles, [{ value: "student", primary: true }]);
});

void test("The address of a member whose role the key does not give stays", async () => {
  const site = await aSite();
  const manager = await site.member({ email: "max@school.example", roles: ["manager"] });
  const rights = { emailDomains: ["school.example"] };
  const move = { op: "replace", path: "userName", value: "mallory@school.example" };
  const weak = await aDirectory(site, { ...rights, givableRoles: ["lecturer"] });
  assert.equal((await weak.patch(`/Users/${manager.sub}`, move)).status, 403);
  const strong = await aDirectory(site, { ...rights, givableRoles: ["manager"] });
  assert.equal((await strong.patch(`/Users/${manager.sub}`, move)).status, 200);
  // The address of the account, which signs in and gets the links for a new password, is the person's.
  const account = await database.one<{ email: string }>`select email from accounts where id = ${manager.accountId}`;
  assert.equal(account.email, "max@school.example");
});

void test("Read-only and unknown attributes are neither taken nor an error of the directory", async () => {
  const site = await aSite();
  const directory = await aDirectory(site);
  const made = await directory.create({
    id: "mbr_01k9g2c8p4e6t0v3x5y7z9b1d3",
    userName: "ana@school.example",
    password: "hunter2-hunter2",
    meta: { created: "2001-01-01T00:00:00Z", version: 'W/"1"' },
    groups: [{ value: "grp_01k9g2c8p4e6t0v3x5y7z9b1d3" }],
    status: "active",
    accountId: "x",
    site_id: "y",
    emails: [{ value: "mallory@evil.example", primary: true }],
  });
  assert.equal(made.status, 201);
  assert.notEqual(made.body.id, "mbr_01k9g2c8p4e6t0v3x5y7z9b1d3");
  assert.deepEqual(made.body.emails, [{ value: "ana@school.example", type: "work", primary: true }]);
  assert.equal(made.body.groups, undefined);
  const { id } = made.body;
  for (const path of ["id", "meta.version", "groups", "schemas", "meta"]) {
    const refused = await directory.patch(`/Users/${id}`, { op: "replace", path, value: "x" });
    assert.deepEqual([refused.status, refused.body.scimType], [400, "mutability"], path);
  }
  for (const path of ["status", "accountId", "__proto__", "constructor", "urn:x:y:z", "name.middleName2"]) {
    const refused = await directory.patch(`/Users/${id}`, { op: "replace", path, value: "x" });
    assert.deepEqual([refused.status, refused.body.scimType], [400, "invalidPath"], path);
  }
  const emails = await directory.patch(`/Users/${id}`, {
    op: "add",
    path: "emails",
    value: [{ value: "m@evil.example", primary: true }],
  });
  assert.deepEqual([emails.status, emails.body.userName], [200, "ana@school.example"]);
  const stored = await database.one<{ accountId: string | null; email: string }>`
    select account_id, email from members where site_id = ${site.site.id} and email_key = 'ana@school.example'`;
  assert.deepEqual(stored, { accountId: null, email: "ana@school.example" });
});

void test("Deprovisioning ends sessions and tokens immediately, and only the directory's own suspension is lifted", async () => {
  const site = await aSite();
  const member = await site.member({ email: "ana@school.example", roles: ["lecturer"] });
  const directory = await aDirectory(site, { emailDomains: ["school.example"] });
  const browser = await site.signedIn(member);
  const client = await site.operatorClient({ audience: "operator" });
  const bearer = await issueToken(site, client, member, "courses:read");
  const { key } = await anApiKey(site, member);
  const open = async () => [
    (await browser.open("/account")).address,
    (await site.get("/api/v1/courses", { bearer })).statusCode,
    (await site.get("/api/v1/courses", { bearer: key })).statusCode,
  ];
  assert.deepEqual(await open(), ["/account", 200, 200]);
  const off = await directory.patch(`/Users/${member.sub}`, { op: "Replace", path: "active", value: "False" });
  assert.deepEqual([off.status, off.body.active], [200, false]);
  const [address, ...rest] = await open();
  assert.match(String(address), /^\/sign-in/);
  assert.deepEqual(rest, [401, 401]);
  const on = await directory.patch(`/Users/${member.sub}`, { op: "Replace", path: "active", value: "True" });
  assert.equal(on.body.active, true);
  assert.deepEqual((await rolesAt(site.site.id, member.id)).status, "active");
  // Staff suspend: the next synchronization, which says active again, changes nothing.
  const context = { ...site.context(), caller: { kind: "cli" as const } };
  await perform(suspendMember, context, { id: formatId("member", member.id) });
  const repeated = await directory.send("PUT", `/Users/${member.sub}`, { userName: member.email, active: true });
  assert.deepEqual([repeated.status, repeated.body.active], [200, false]);
});

void test("Requests that create the same user are refused with uniqueness, but for one", async () => {
  const directory = await aDirectory(await aSite());
  const users = ["ana@school.example", "ANA@School.example", "ana@school.example", "ana@school.example"];
  const answers = await Promise.all(users.map((userName) => directory.create({ userName })));
  assert.equal(answers.filter(({ status }) => status === 201).length, 1);
  for (const { status, body } of answers)
    if (status !== 201) assert.deepEqual([status, body.scimType], [409, "uniqueness"]);
  assert.equal((await directory.get("/Users")).body.totalResults, 1);
});

void test("A filter is a value of statements and never a part of one", async () => {
  const directory = await aDirectory(await aSite());
  await directory.create({ userName: "ana@school.example", externalId: "1" });
  for (const value of ["' or 1=1 --", "x'); drop table members; --", "%", "_", "\\\\", "a@b.example' or '1'='1"]) {
    for (const name of ["userName", "externalId", "displayName"]) {
      const { status, body } = await directory.find(`${name} eq "${value}"`);
      assert.deepEqual([status, body.totalResults], [200, 0], `${name} ${value}`);
    }
  }
  const unstorable = await directory.find('externalId eq "\\u0000"');
  assert.deepEqual([unstorable.status, unstorable.body.scimType], [400, "invalidValue"]);
});

void test("Requests beyond the limit of the key are refused with the time to wait", async () => {
  const site = await aSite({ provisioningRequestsPerMinute: 2 });
  const directory = await aDirectory(site);
  const answers = [await directory.get("/Users"), await directory.get("/Users"), await directory.get("/Users")];
  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 200, 429],
  );
  assert.ok(Number(answers[2]!.headers["retry-after"]) > 0);
  assert.equal(answers[2]!.body.status, "429");
});
