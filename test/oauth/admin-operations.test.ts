import assert from "node:assert/strict";
import { test } from "node:test";
import { anonymous, type Caller } from "#access/caller.ts";
import { roles } from "#access/roles.ts";
import { scopeNames } from "#access/scopes.ts";
import { newId } from "#domain/platform/ids.ts";
import { type Operation, perform } from "#domain/platform/operation.ts";
import { changeSiteSettings } from "#domain/site/sites/change-site-settings.ts";
import { readAllowedScopes } from "#oauth/clients/allowed-scopes.ts";
import { listPublishedKeys } from "#oauth/published-keys.ts";
import {
  deleteRegisteredApplication,
  listRegisteredApplications,
  readRegisteredApplication,
} from "#oauth/registered-applications/operations.ts";
import { signingKeyRotation } from "#oauth/rotate-signing-key.ts";
import { auditOf } from "../support/worlds/records.ts";
import { aSite, secretKey } from "../support/world.ts";

void test("Admin-area operations reject every token and every member without the required role", async () => {
  const site = await aSite();
  const { clientId: id } = await site.register();
  const registered = (await auditOf(site)).length;
  const operations: [Operation, object][] = [
    [changeSiteSettings, { settings: { signing: "off" } }],
    [signingKeyRotation(secretKey), {}],
    [listPublishedKeys, {}],
    [readAllowedScopes, { id }],
    [listRegisteredApplications, {}],
    [readRegisteredApplication, { id }],
    [deleteRegisteredApplication, { id }],
  ];
  const who = { memberId: newId(), accountId: newId() };
  const callers: Caller[] = [
    anonymous,
    { kind: "system" },
    { kind: "token", clientId: newId(), grantId: newId(), scopes: new Set(scopeNames), roles: ["owner"], ...who },
    { kind: "session", sessionId: newId(), roles: roles.slice(2), ...who },
    { kind: "session", sessionId: newId(), roles: [], ...who },
  ];
  for (const [operation, input] of operations) {
    for (const caller of callers) {
      const requested = perform(operation, { ...site.context(), caller }, input);
      await assert.rejects(requested, { code: "role_required" }, `${operation.name} as ${caller.kind}`);
    }
  }
  assert.equal((await auditOf(site)).length, registered);
  for (const [operation, input] of operations) {
    await perform(operation, { ...site.context(), caller: { kind: "cli" } }, input);
  }
});
