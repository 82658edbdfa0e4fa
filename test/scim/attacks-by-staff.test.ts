import assert from "node:assert/strict";
import { test } from "node:test";
import { database } from "../support/databases/database.ts";
import { aDirectory } from "../support/worlds/directory.ts";
import { anApiKey } from "../support/worlds/api-key.ts";
import { aSite } from "../support/world.ts";

/** A directory whose group "School managers" gives a role, one of its users, and a key that may change students only. */
async function aMappedGroup() {
  const site = await aSite();
  const owner = await site.member({ roles: ["owner"] });
  const directory = await aDirectory(site, {
    givableRoles: ["lecturer"],
    groupRoles: { manager: "School managers" },
  });
  const { key } = await anApiKey(site, owner, ["students:read", "students:write"]);
  const kim: string = (await directory.create({ userName: "kim@school.example" })).body.id;
  const group = async (displayName: string, ...members: string[]): Promise<string> =>
    (await directory.send("POST", "/Groups", { displayName, members: members.map((value) => ({ value })) })).body.id;
  /** Lets the directory settle the roles of the user. */
  const rolesOfKim = async (): Promise<string[]> => {
    const changed = await directory.patch(`/Users/${kim}`, {
      op: "add",
      path: "roles",
      value: [{ value: "lecturer" }],
    });
    return changed.body.roles.map(({ value }: { value: string }) => value);
  };
  return { site, directory, bearer: key, kim, group, rolesOfKim };
}

void test("Staff who may change students give no role by adding them to a group of a directory", async () => {
  const { site, bearer, kim, group, rolesOfKim } = await aMappedGroup();
  const managers = await group("school MANAGERS");
  const added = await site.post(`/api/v1/groups/${managers}/students`, { student_ids: [kim] }, { bearer });
  assert.deepEqual([added.statusCode, added.json().code], [403, "role_escalation"]);
  assert.deepEqual(await rolesOfKim(), ["lecturer", "student"]);
  const crew = await group("Crew");
  assert.equal(
    (await site.post(`/api/v1/groups/${crew}/students`, { student_ids: [kim] }, { bearer })).statusCode,
    200,
  );
  // A directory without a key gives no role anymore.
  await database.run`update provisioning_keys set revoked_at = now() where site_id = ${site.id}`;
  const later = await site.post(`/api/v1/groups/${managers}/students`, { student_ids: [kim] }, { bearer });
  assert.equal(later.statusCode, 200);
});

void test("Staff who may change students give no role by renaming a group of a directory", async () => {
  const { site, bearer, kim, group, rolesOfKim } = await aMappedGroup();
  const crew = await group("Crew", kim);
  const rename = (name: string) =>
    site.request("PATCH", `/api/v1/groups/${crew}`, {
      bearer,
      headers: { "content-type": "application/merge-patch+json" },
      payload: JSON.stringify({ name }),
    });
  const renamed = await rename("School managers");
  assert.deepEqual([renamed.statusCode, renamed.json().code], [403, "role_escalation"]);
  assert.deepEqual(await rolesOfKim(), ["lecturer", "student"]);
  assert.equal((await rename("Crew of the harbour")).statusCode, 200);
});
