import assert from "node:assert/strict";
import { test } from "node:test";
import { formatId, newId, parseId } from "#domain/platform/ids.ts";
import { assertTurns } from "../attacks/support/turns.ts";
import { now } from "../support/clock.ts";
import { database } from "../support/databases/database.ts";
import { measuredServer } from "../support/meters/measured-server.ts";
import { aDirectory } from "../support/worlds/directory.ts";
import { type ASite, aSite } from "../support/world.ts";

const size = 50_000;

async function members({ site }: ASite): Promise<string[]> {
  const ids = Array.from({ length: size }, () => newId());
  await database.run`
    insert into members (site_id, id, email, email_key, name, roles, status, joined_at, created_at, updated_at)
    select ${site.id}, id, 'user-' || ordinal || '@school.example', 'user-' || ordinal || '@school.example',
           'User ' || ordinal, '{student}', 'invited', ${now()}, ${now()}, ${now()}
      from unnest(${ids}::uuid[]) with ordinality as input (id, ordinal)`;
  return ids;
}

/** A group of the directory with all members of the school. */
async function aGroup({ site }: ASite, keyId: string, name: string, ids: readonly string[]): Promise<string> {
  const id = newId();
  await database.run`
    insert into groups (site_id, id, name, student_count, created_at, updated_at)
    values (${site.id}, ${id}, ${name}, ${ids.length}, ${now()}, ${now()})`;
  await database.run`
    insert into group_members (site_id, group_id, member_id, created_at)
    select ${site.id}, ${id}, member_id, ${now()} from unnest(${ids}::uuid[]) as member_id`;
  await database.run`
    insert into provisioned_groups (site_id, key_id, group_id, created_at)
    values (${site.id}, ${parseId("provisioningKey", keyId)}, ${id}, ${now()})`;
  return `/Groups/${formatId("group", id)}`;
}

const operation = (op: object) => ({ Operations: [op] });

void test("Groups of 50,000 members are read and changed without blocking others", { timeout: 600_000 }, async () => {
  const site = await aSite({ provisioningRequestsPerMinute: 100_000 });
  const directory = await aDirectory(site, { emailDomains: ["school.example"], groupRoles: { lecturer: "Crew 0" } });
  const ids = await members(site);
  const groups: string[] = [];
  for (let index = 0; index < 6; index++) groups.push(await aGroup(site, directory.id, `Crew ${index}`, ids));
  const [group = ""] = groups;
  const server = await measuredServer();
  const headers = { authorization: `Bearer ${directory.key}`, "content-type": "application/scim+json" };
  const send = (method: string, path: string, body?: object) =>
    server.send(site, { method, path: `/scim/v2${path}`, headers, ...(body && { body: JSON.stringify(body) }) });
  const reads = [
    group,
    `${group}?attributes=members.value`,
    `${group}?excludedAttributes=members.display`,
    `/Groups?count=1`,
    `/Groups?count=1&excludedAttributes=members&filter=${encodeURIComponent(`members eq "x" and displayName eq "Crew 0"`)}`,
  ];
  for (const path of reads) {
    await send("GET", path);
    await assertTurns(path, () => send("GET", path));
  }
  const wire = ids.map((id) => formatId("member", id));
  await assertTurns("adding a member", (attempt) =>
    send("PATCH", group, operation({ op: "add", path: "members", value: [{ value: wire[attempt] }] })),
  );
  await assertTurns("removing by name", (attempt) =>
    send("PATCH", group, operation({ op: "remove", path: `members[display eq "User ${attempt + 1}"]` })),
  );
  const kept = wire.slice(0, 10_000).map((value) => ({ value }));
  const replaced = await assertTurns("replacing all members", (attempt) => {
    assert.ok(attempt < groups.length, "Each group is large once.");
    const path = `${groups[attempt]}?excludedAttributes=members`;
    return send("PUT", path, { displayName: `Crew ${attempt}`, members: kept });
  });
  assert.equal(replaced.status, 200, replaced.body);
  const { body } = await directory.get(group);
  assert.equal(body.members.length, 10_000);
});
