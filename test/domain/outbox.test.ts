import assert from "node:assert/strict";
import { test } from "node:test";
import type { SessionCaller } from "#access/caller.ts";
import type { Database } from "#database/database.ts";
import { formatId, newId } from "#domain/platform/ids.ts";
import { perform } from "#domain/platform/operation.ts";
import { disconnectApplication } from "#oauth/connected-applications.ts";
import { deleteRegisteredApplication } from "#oauth/registered-applications/operations.ts";
import { database } from "../support/databases/database.ts";
import { auditActions } from "../support/worlds/records.ts";
import { type AMember, aSite, type ASite } from "../support/world.ts";

interface Written {
  /** Id of the transaction that wrote the row. */
  transaction: string;
}

const eventsOf = ({ site }: ASite) =>
  database.many<Written & { type: string; objectId: string; data: object; memberId: string; clientId: string | null }>`
    select type, object_id, data, member_id, client_id, xmin::text as transaction
      from outbox_events where site_id = ${site.id} order by created_at, id`;

const typesOf = async (site: ASite) => (await eventsOf(site)).map(({ type }) => type);

async function connected() {
  const site = await aSite();
  const member = await site.member();
  await site.connect(await site.register(), member, "openid");
  const grant = await database.first<{ id: string }>`select id from grants where site_id = ${site.id}`;
  return { site, member, grantId: formatId("grant", grant!.id) };
}

function disconnect(site: ASite, { id, accountId }: AMember, grantId: string, db: Database = database) {
  const caller: SessionCaller = { kind: "session", sessionId: newId(), memberId: id, accountId, roles: ["student"] };
  return perform(disconnectApplication, { ...site.context(), db, caller }, { grantId });
}

void test("Authorizing an application emits one event, however often the grant is extended", async () => {
  const site = await aSite();
  const member = await site.member();
  const client = await site.register();
  for (const scope of ["openid", "openid email"]) await site.connect(client, member, scope);
  const [event, ...more] = await eventsOf(site);
  assert.equal(more.length, 0);
  assert.deepEqual([event!.type, event!.memberId], ["oauth_client.authorized", member.id]);
  assert.deepEqual(event!.data, { id: event!.objectId, object: "grant" });
});

void test("Deleting an application emits an event for each grant that ends, and for no other", async () => {
  const site = await aSite();
  const [client, other] = [await site.register(), await site.register()];
  const owner = await site.member({ roles: ["owner"] });
  for (const member of [owner, await site.member()]) await site.connect(client, member, "openid");
  const mine = new Set((await eventsOf(site)).map(({ objectId }) => objectId));
  await site.connect(other, owner, "openid");
  const caller: SessionCaller = {
    kind: "session",
    sessionId: newId(),
    memberId: owner.id,
    accountId: owner.accountId,
    roles: ["owner"],
  };
  await perform(deleteRegisteredApplication, { ...site.context(), caller }, { id: client.clientId });
  const ended = (await eventsOf(site)).filter(({ type }) => type === "oauth_client.revoked");
  assert.deepEqual(new Set(ended.map(({ objectId }) => objectId)), mine);
  assert.deepEqual([ended.length, ended[0]!.memberId], [2, owner.id]);
});

void test("Disconnecting an application emits one event in the transaction that ends the grant", async () => {
  const { site, member, grantId } = await connected();
  await disconnect(site, member, grantId);
  const [, event, ...more] = await eventsOf(site);
  assert.equal(more.length, 0);
  const { transaction, ...told } = event!;
  assert.deepEqual(told, {
    type: "oauth_client.revoked",
    objectId: grantId,
    data: { id: grantId, object: "grant" },
    memberId: member.id,
    clientId: null,
  });
  const grant = await database.first<Written>`
    select xmin::text as transaction from grants where site_id = ${site.id} and revoked_at is not null`;
  const entry = await database.first<Written>`
    select xmin::text as transaction from audit_entries where site_id = ${site.id} and action = 'disconnectApplication'`;
  assert.deepEqual([grant?.transaction, entry?.transaction], [transaction, transaction]);
});

void test("Disconnecting a second time does nothing and emits nothing", async () => {
  const { site, member, grantId } = await connected();
  await disconnect(site, member, grantId);
  await assert.rejects(disconnect(site, member, grantId), { code: "not_found" });
  assert.deepEqual(await typesOf(site), ["oauth_client.authorized", "oauth_client.revoked"]);
});

void test("A missing grant or another member's grant emits nothing", async () => {
  const { site, grantId } = await connected();
  const stranger = await site.member();
  await assert.rejects(disconnect(site, stranger, grantId), { code: "not_found" });
  await assert.rejects(disconnect(site, stranger, formatId("grant", newId())), { code: "not_found" });
  assert.deepEqual(await typesOf(site), ["oauth_client.authorized"]);
});

void test("A disconnection whose transaction fails at its end keeps the grant and emits nothing", async () => {
  const { site, member, grantId } = await connected();
  const failing: Database = {
    ...database,
    transaction: (work) =>
      database.transaction(async (queries) => {
        await work(queries);
        throw new Error("no commit");
      }),
  };
  await assert.rejects(disconnect(site, member, grantId, failing), { message: "no commit" });
  assert.deepEqual(await typesOf(site), ["oauth_client.authorized"]);
  assert.ok(!(await auditActions(site)).includes("disconnectApplication"));
  await disconnect(site, member, grantId);
});
