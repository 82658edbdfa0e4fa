import assert from "node:assert/strict";
import { test } from "node:test";
import { aDirectory, groupSchema } from "../support/worlds/directory.ts";
import { database } from "../support/databases/database.ts";
import { aSite } from "../support/world.ts";

type Directory = Awaited<ReturnType<typeof aDirectory>>;

async function users(directory: Directory, ...names: string[]): Promise<string[]> {
  const ids: string[] = [];
  for (const name of names) ids.push((await directory.create({ userName: `${name}@school.example` })).body.id);
  return ids;
}

const idsOf = (members: { value: string }[] = []) => members.map(({ value }) => value).toSorted();
const valueOf = (...ids: string[]) => ids.map((value) => ({ value }));

void test("A directory creates, reads, finds, changes and deletes a group, which staff see", async () => {
  const site = await aSite();
  const directory = await aDirectory(site);
  const [ana = "", bo = "", cy = ""] = await users(directory, "ana", "bo", "cy");
  const made = await directory.send("POST", "/Groups", {
    schemas: [groupSchema],
    displayName: "Crew",
    externalId: "g-1",
    members: valueOf(ana),
  });
  assert.equal(made.status, 201, JSON.stringify(made.body));
  const { id } = made.body;
  assert.equal(made.headers.location, `${site.origin}/scim/v2/Groups/${id}`);
  assert.deepEqual(idsOf(made.body.members), [ana]);
  const path = `/Groups/${id}`;
  const owner = await site.member({ roles: ["owner"] });
  const page = await (await site.signedIn(owner)).open(`/admin/groups/${id}`);
  assert.match(page.body, /Crew/);

  for (const filter of [
    'displayName eq "crew"',
    'externalId eq "g-1"',
    `id eq "${id}"`,
    `members eq "${ana}"`,
    'displayName sw "C"',
  ]) {
    const { body } = await directory.find(filter, "/Groups");
    assert.deepEqual([body.totalResults, body.Resources[0]?.id], [1, id], filter);
  }
  assert.equal((await directory.find('displayName eq "Other"', "/Groups")).body.totalResults, 0);
  const brief = await directory.get("/Groups?excludedAttributes=members");
  assert.deepEqual([brief.body.Resources[0].displayName, brief.body.Resources[0].members], ["Crew", undefined]);

  const members = async () => idsOf((await directory.get(path)).body.members);
  const cases: [operation: object, expected: string[]][] = [
    [{ op: "Add", path: "members", value: valueOf(bo, cy) }, [ana, bo, cy]],
    [{ op: "add", path: "members", value: valueOf(bo) }, [ana, bo, cy]],
    [{ op: "Remove", path: `members[value eq "${bo}"]` }, [ana, cy]],
    [{ op: "remove", path: "members", value: valueOf(cy) }, [ana]],
    [{ op: "replace", path: "members", value: valueOf(bo, cy) }, [bo, cy]],
    [{ op: "remove", path: 'members[display eq "bo@school.example"]' }, [cy]],
    [{ op: "replace", value: { id, displayName: "Crew of 2026" } }, [cy]],
    [{ op: "remove", path: "members" }, []],
  ];
  for (const [operation, expected] of cases) {
    const { status, body } = await directory.patch(path, operation);
    assert.equal(status, 204, JSON.stringify([operation, body]));
    assert.deepEqual(await members(), expected.toSorted(), JSON.stringify(operation));
  }
  const replaced = await directory.send("PUT", path, { displayName: "Crew", members: valueOf(ana, bo) });
  assert.deepEqual(
    [replaced.status, replaced.body.externalId, idsOf(replaced.body.members)],
    [200, undefined, [ana, bo].toSorted()],
  );
  const [group] = (await directory.get(`/Users/${ana}`)).body.groups;
  assert.deepEqual([group.value, group.display, group.$ref], [id, "Crew", `${site.origin}/scim/v2/Groups/${id}`]);
  assert.equal((await directory.send("DELETE", path)).status, 204);
  assert.equal((await directory.get(path)).status, 404);
  assert.equal((await directory.get(`/Users/${ana}`)).body.groups, undefined);
});

void test("Malformed changes of a group are refused and change nothing", async () => {
  const directory = await aDirectory(await aSite());
  const [ana = ""] = await users(directory, "ana");
  const { id } = (await directory.send("POST", "/Groups", { displayName: "Crew", members: valueOf(ana) })).body;
  const path = `/Groups/${id}`;
  const refused: [object, string][] = [
    [{ op: "add", path: "members", value: [{ value: "mbr_01k9g2c8p4e6t0v3x5y7z9b1d3" }] }, "invalidValue"],
    [{ op: "add", path: "members", value: [{ value: "x" }] }, "invalidValue"],
    [{ op: "add", path: "members", value: [{}] }, "invalidValue"],
    [{ op: "replace", path: "members.value", value: "x" }, "mutability"],
    [{ op: "replace", path: `members[value eq "${ana}"].value`, value: "x" }, "mutability"],
    [{ op: "remove", path: "displayName" }, "invalidValue"],
    [{ op: "replace", path: "displayName", value: "" }, "invalidValue"],
    [{ op: "replace", path: "meta", value: {} }, "mutability"],
    [{ op: "replace", path: "courseIds", value: [] }, "invalidPath"],
  ];
  for (const [operation, scimType] of refused) {
    const { status, body } = await directory.patch(path, { op: "replace", path: "externalId", value: "x" }, operation);
    assert.deepEqual([status, body?.scimType], [400, scimType], JSON.stringify([operation, body]));
  }
  assert.equal((await directory.send("POST", "/Groups", { members: [] })).body.scimType, "invalidValue");
  const { body } = await directory.get(path);
  assert.deepEqual([body.displayName, body.externalId, idsOf(body.members)], ["Crew", undefined, [ana]]);
});

void test("Groups that staff made are no groups of a directory", async () => {
  const site = await aSite();
  const directory = await aDirectory(site);
  const id = "018f0000-0000-7000-8000-000000000001";
  await database.run`
    insert into groups (site_id, id, name, created_at, updated_at) values (${site.site.id}, ${id}, 'Staff', now(), now())`;
  assert.equal((await directory.get("/Groups")).body.totalResults, 0);
});

void test("A group with the name of the key gives its members a role, and takes only what it gave", async () => {
  const site = await aSite();
  const owner = await site.member({ email: "olga@school.example", roles: ["owner"] });
  const lecturer = await site.member({ email: "lea@school.example", roles: ["lecturer", "student"] });
  const directory = await aDirectory(site, {
    emailDomains: ["school.example"],
    groupRoles: { lecturer: "Teachers", manager: "Office" },
  });
  const [ana = ""] = await users(directory, "ana");
  const all = [ana, lecturer.sub, owner.sub];
  const rolesOf = async (id: string) =>
    (await directory.get(`/Users/${id}`)).body.roles.map(({ value }: { value: string }) => value).join(" ");
  const made = await directory.send("POST", "/Groups", { displayName: "teachers", members: valueOf(...all) });
  assert.equal(made.status, 201);
  const path = `/Groups/${made.body.id}`;
  assert.deepEqual(await Promise.all(all.map(rolesOf)), ["lecturer student", "lecturer student", "owner student"]);
  const rename = (displayName: string) =>
    directory.patch(path, { op: "replace", path: "displayName", value: displayName });
  await rename("Office");
  assert.deepEqual(await Promise.all(all.map(rolesOf)), [
    "manager student",
    "manager lecturer student",
    "owner student",
  ]);
  await rename("Owners");
  assert.deepEqual(await Promise.all(all.map(rolesOf)), ["student", "lecturer student", "owner student"]);
  await rename("Teachers");
  assert.equal(await rolesOf(ana), "lecturer student");
  await directory.patch(path, { op: "remove", path: `members[value eq "${ana}"]` });
  assert.equal(await rolesOf(ana), "student");
  await directory.patch(path, { op: "add", path: "members", value: valueOf(ana) });
  await directory.send("DELETE", path);
  assert.deepEqual(await Promise.all(all.map(rolesOf)), ["student", "lecturer student", "owner student"]);
});

void test("Concurrent changes of one group are all kept", async () => {
  const directory = await aDirectory(await aSite());
  const ids = await users(directory, "ana", "bo", "cy", "di");
  const { id } = (await directory.send("POST", "/Groups", { displayName: "Crew" })).body;
  const answers = await Promise.all(
    ids.map((one) => directory.patch(`/Groups/${id}`, { op: "add", path: "members", value: valueOf(one) })),
  );
  assert.deepEqual(
    answers.map(({ status }) => status),
    [204, 204, 204, 204],
  );
  assert.deepEqual(idsOf((await directory.get(`/Groups/${id}`)).body.members), ids.toSorted());
});
