import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { Caller } from "#access/caller.ts";
import { roles } from "#access/roles.ts";
import { scopeNames, scopes } from "#access/scopes.ts";
import type { Context } from "#domain/platform/context.ts";
import { newId } from "#domain/platform/ids.ts";
import { type Operation, perform } from "#domain/platform/operation.ts";
import { audiences } from "#oauth/applications/application.ts";
import { createApplication } from "#oauth/applications/create-application.ts";
import { deleteApplication } from "#oauth/applications/delete-application.ts";
import { listApplications, readApplication } from "#oauth/applications/list-applications.ts";
import { rotateApplicationSecret } from "#oauth/applications/rotate-application-secret.ts";
import { updateApplication } from "#oauth/applications/update-application.ts";
import { formatClientId, parseClientId } from "#oauth/clients/client.ts";
import { hour, later } from "../support/clock.ts";
import { aSite } from "../support/world.ts";
import { asCli, codeOf, make } from "./support/manage-applications.ts";

const operations: Operation[] = [
  createApplication,
  updateApplication,
  rotateApplicationSecret,
  deleteApplication,
  listApplications,
  readApplication,
];

void describe("Managing applications", () => {
  void test("Allows owners and managers in a browser session and the operator on the machine; rejects every token", async () => {
    const site = await aSite();
    const { id } = await make(site);
    const person = { memberId: newId(), accountId: newId() };
    const token: Caller = {
      kind: "token",
      clientId: newId(),
      memberId: newId(),
      grantId: newId(),
      scopes: new Set(scopeNames),
      roles: ["owner"],
    };
    const callers: [Caller, boolean][] = [
      [token, false],
      [{ kind: "anonymous" }, false],
      [{ kind: "system" }, false],
      [{ kind: "cli" }, true],
      ...roles.map((role): [Caller, boolean] => [
        { kind: "session", sessionId: newId(), ...person, roles: [role] },
        role === "owner" || role === "manager",
      ]),
    ];
    for (const operation of operations) {
      for (const [caller, may] of callers) {
        // An allowed caller gets an input error or a result.
        const input = operation.writes ? {} : { id: formatClientId(id) };
        const code = await codeOf(perform(operation, { ...site.context(), caller }, input));
        assert.equal(code === "role_required", !may, `${operation.name} by ${JSON.stringify(caller.kind)}: ${code}`);
      }
    }
  });
});

void describe("Scopes of an application", () => {
  void test("Allow each scope only for an audience that may hold it", async () => {
    const site = await aSite();
    for (const audience of audiences) {
      for (const scope of scopeNames) {
        const other = audience === "member" ? "operator" : "member";
        const expected = scopes[scope].kind === other ? "not_for_audience" : "done";
        assert.equal(await codeOf(make(site, { audience, scopes: [scope] })), expected, `${audience}: ${scope}`);
      }
    }
  });

  void test("Require at least one scope and only known scopes", async () => {
    const site = await aSite();
    assert.equal(await codeOf(make(site, { scopes: [] })), "too_small");
    assert.equal(await codeOf(make(site, { scopes: ["openid", "admin"] })), "invalid_value");
    const { scopes: kept } = await make(site, { scopes: ["email", "openid", "email"] });
    assert.deepEqual(kept, ["openid", "email"]);
  });

  void test("Do not change when the scopes allowed for another audience change", async () => {
    const site = await aSite();
    const { id, name, description, redirectUris } = await make(site);
    const change = { id: formatClientId(id), name, description, redirectUris };
    const edit = (newScopes: string[]) => perform(updateApplication, asCli(site), { ...change, scopes: newScopes });
    assert.equal(await codeOf(edit(["openid", "courses:read"])), "not_for_audience");
    assert.equal(await codeOf(edit(["account:write"])), "done");
  });
});

void test("Every change of an application increments its version", async () => {
  const site = await aSite();
  const made = await make(site, { confidential: true });
  const id = formatClientId(made.id);
  const { name, description, redirectUris, scopes: storedScopes } = made;
  const edited = await perform(updateApplication, asCli(site), {
    id,
    name,
    description,
    redirectUris,
    scopes: storedScopes,
  });
  const rotated = await perform(rotateApplicationSecret, asCli(site), { id });
  assert.deepEqual([made.version, edited.application.version, rotated.application.version], [1, 2, 3]);
});

void test("One of two concurrent edits is rejected with a conflict", async () => {
  const site = await aSite();
  const { id, version, description, redirectUris, scopes: held } = await make(site);
  const edit = (name: string) => {
    const seen: Context = { ...asCli(site), ifMatch: [version] };
    const input = { id: formatClientId(id), name, description, redirectUris, scopes: held };
    return codeOf(perform(updateApplication, seen as never, input));
  };
  assert.deepEqual((await Promise.all([edit("One"), edit("Other")])).toSorted(), ["done", "etag_mismatch"]);
});

void test("Usage reports the time of the last token request of each connected member", async () => {
  const site = await aSite();
  const client = await site.operatorClient();
  const [stays, leaves] = [await site.member(), await site.member()];
  const tokens = await site.connect(client, stays, "openid");
  await later(hour, () => site.connect(client, leaves, "openid"));
  const read = () => perform(readApplication, asCli(site), { id: client.clientId });
  const { usage: before } = await read();
  assert.deepEqual([before.members, before.connections], [2, 2]);

  const leaving = await site.signedIn(leaves);
  await leaving.submit(
    await leaving.open("/account"),
    {},
    /\/account\/applications\/\w+\/revoke/.exec((await leaving.open("/account")).body)![0],
  );
  const { usage: after } = await read();
  assert.deepEqual([after.members, after.connections], [1, 1]);
  assert.ok(after.lastUsedAt! < before.lastUsedAt!);

  await later(2 * hour, async () => {
    assert.equal((await site.refresh(client, tokens.refresh_token)).statusCode, 200);
  });
  const { usage: refreshed } = await read();
  assert.equal(refreshed.connections, 1, "A replaced token is not counted in addition to its successor.");
  assert.ok(refreshed.lastUsedAt! > before.lastUsedAt!);
  assert.equal(parseClientId(client.clientId), (await read()).id);
});
