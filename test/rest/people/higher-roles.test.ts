import assert from "node:assert/strict";
import { hash } from "node:crypto";
import { before, describe, test } from "node:test";
import type { LightMyRequestResponse } from "fastify";
import { formatId, newId } from "#domain/platform/ids.ts";
import { inlineJsonSchemaOf } from "#lib/wire/json-schema.ts";
import { routes } from "#operations/routes.ts";
import { assertStatus } from "../../support/assert-status.ts";
import { database } from "../../support/databases/database.ts";
import { runJobsOf } from "../../support/processes/run-jobs.ts";
import { resourceFixtures } from "../../support/worlds/resource-fixtures.ts";
import { type AMember, type ASite, aSite, password } from "../../support/world.ts";
import { listed } from "../support/exported.ts";
import { csvOf, faultsOf, imported } from "../support/imports.ts";
import { type Operator, operatorOf, problemOf } from "../support/operator.ts";
import { aFile } from "../support/taught-course.ts";

const scopes =
  "members:read members:write students:read students:write school:read school:write storage:write lecturers:write courses:write";

interface World {
  manager: Operator;
  owner: Operator;
  person: AMember;
  /** A member without a role above manager. */
  student: AMember;
}

type Attempt = (world: World) => Promise<LightMyRequestResponse>;

const ofMember = (act: (manager: Operator, path: string, person: AMember) => Promise<LightMyRequestResponse>) =>
  (({ manager, person }) => act(manager, `/members/${person.sub}`, person)) satisfies Attempt;

const noteBy = async (author: Operator, about: AMember): Promise<string> => {
  const written = await author.post(`/members/${about.sub}/notes`, { body: "Called on Monday." });
  assertStatus(written, 201);
  return `/members/${about.sub}/notes/${written.json<{ id: string }>().id}`;
};

const digestOf = (bytes: string) => `sha-256=:${hash("sha256", bytes, "base64")}:`;

const uploadOf = async (operator: Operator): Promise<string> => {
  const requested = { filename: "a.txt", content_type: "text/plain", byte_size: 1, purpose: "other" };
  const begun = await operator.post("/uploads", requested);
  assertStatus(begun, 201);
  return `/uploads/${begun.json<{ id: string }>().id}`;
};

/** Operations that a manager may not perform on an owner. */
const refused: Record<string, Attempt> = {
  updateMember: ofMember((manager, path) => manager.patch(path, { name: "Mallory" })),
  setMemberRoles: ofMember((manager, path) => manager.put(`${path}/roles`, { roles: ["student"] })),
  suspendMember: ofMember((manager, path) => manager.post(`${path}/suspend`)),
  unsuspendMember: async (world) => {
    const suspended = await world.manager.site.member({ roles: ["owner"] });
    assert.equal((await world.owner.post(`/members/${suspended.sub}/suspend`)).statusCode, 200);
    return world.manager.post(`/members/${suspended.sub}/unsuspend`);
  },
  removeMember: ofMember((manager, path) => manager.delete(path)),
  sendPasswordEmail: ofMember((manager, path) => manager.post(`${path}/send_password_email`)),
  assignCourse: ofMember((manager, path) =>
    manager.post(`${path}/assign_course`, { course_id: formatId("course", newId()), role: "lecturer" }),
  ),
  revokeMemberSessions: ofMember((manager, path) => manager.post(`${path}/revoke_sessions`)),
  exportMemberData: ofMember((manager, path) => manager.post(`${path}/export_data`)),
  eraseMember: ofMember((manager, path, { email }) =>
    manager.post(`${path}/erase`, { confirm_email: email, reason: "Requested" }),
  ),
  mergeMember: ({ manager, person, student }) => manager.post(`/members/${student.sub}/merge`, { into_id: person.sub }),
  createMemberNote: ofMember((manager, path) => manager.post(`${path}/notes`, { body: "Never pays." })),
  deleteMemberNote: async ({ manager, owner, person }) => manager.delete(await noteBy(owner, person)),
  updateStudent: ({ manager, person }) => manager.patch(`/students/${person.sub}`, { name: "Mallory" }),
  ...Object.fromEntries(
    resourceFixtures.flatMap(({ ofMembers = {} }) =>
      Object.entries(ofMembers).map(([name, write]) => [name, ofMember((manager, path) => write(manager, path))]),
    ),
  ),
};

/** The same for operations that identify an owner, or their data, other than by member id. */
const refusedByOtherNames: Record<string, Attempt> = {
  "upsertMember, by external id": async ({ manager, owner, person }) => {
    const externalId = newId();
    await owner.patch(`/members/${person.sub}`, { external_id: externalId });
    return manager.put(`/members/by_external_id/${externalId}`, { name: "Mallory" });
  },
  "upsertMember, by address": ({ manager, person }) =>
    manager.put(`/members/by_external_id/${newId()}`, { email: person.email, name: "Mallory" }),
  "deleteMemberNote, written by an owner about a student": async ({ manager, owner, student }) =>
    manager.delete(await noteBy(owner, student)),
  "cancelMemberMerge, of an owner": async ({ manager, owner, person, student }) => {
    const requested = await owner.post(`/members/${student.sub}/merge`, { into_id: person.sub });
    assertStatus(requested, 200);
    return manager.post(`/member_merges/${requested.json<{ id: string }>().id}/cancel`);
  },
  cancelJob: async ({ manager, owner, person }) => {
    const started = await owner.post(`/members/${person.sub}/export_data`);
    assertStatus(started, 202);
    const importing = { format: "ndjson", resource: "members", inline: "{}\n" };
    const job = (await owner.post("/imports", importing)).json<{ id: string }>();
    return manager.post(`/jobs/${job.id}/cancel`);
  },
  deleteFile: async ({ manager, owner }) => manager.delete(`/files/${await aFile(owner, owner.member.id)}`),
  cancelUpload: async ({ manager, owner }) => manager.delete(await uploadOf(owner)),
  receiveUploadPart: async ({ manager, owner }) =>
    manager.site.request("PUT", `/api/v1${await uploadOf(owner)}/parts/1`, {
      bearer: manager.bearer,
      headers: { "content-type": "application/octet-stream", "content-digest": digestOf("x") },
      payload: "x",
    }),
};

const learning = "A manager runs the courses of every member who learns, whatever their other roles are.";
const selling = "A manager runs what the school sells, to every member.";
const content = "Names the member as an author or lecturer: the content is the school's.";

/** Operations that a manager may perform on an owner, with the reason. */
const allowed: Record<string, string> = {
  enrollStudent: learning,
  bulkEnroll: learning,
  bulkProgressEvents: learning,
  addGroupStudents: learning,
  removeGroupStudent: learning,
  createMessage: "A message to a member changes nothing of theirs.",
  sendMemberNotification: "A message to a member changes nothing of theirs.",
  registerForEvent: selling,
  registerManyForEvent: selling,
  recordSale: selling,
  grantSubscription: selling,
  grantDigitalProduct: selling,
  giveMemberDownload: selling,
  createConsultingBooking: selling,
  createCoupon: selling,
  updateCoupon: selling,
  generateCoupons: selling,
  createPost: content,
  updatePost: content,
  upsertPost: content,
  createLecturer: content,
  updateLecturer: content,
  upsertLecturer: content,
  startExport: "Filters rows by member. A manager reads the lists that it exports.",
};

void describe("A manager and an owner", () => {
  let world: World;

  before(async () => {
    const site = await aSite();
    const [manager, owner] = [
      await operatorOf(site, scopes, { roles: ["manager"] }),
      await operatorOf(site, scopes, { roles: ["owner"] }),
    ];
    const person = await site.member({ name: "Odo Owner", roles: ["owner", "student"] });
    world = { manager, owner, person, student: await site.member() };
  });

  void test("every writing operation with a member id is listed here: rejected, or allowed for a reason", () => {
    const takingMembers = routes.filter(
      ({ operation, path }) =>
        operation.writes && /"ID of a member"|mbr_01/.test(JSON.stringify(inlineJsonSchemaOf(operation.input)) + path),
    );
    assert.deepEqual(
      takingMembers.map(({ operation }) => operation.name).toSorted(),
      [...Object.keys(refused), ...Object.keys(allowed)].toSorted(),
    );
  });

  for (const [name, attempt] of Object.entries({ ...refused, ...refusedByOtherNames })) {
    void test(`${name}: a manager is rejected`, async () => {
      const answer = await attempt(world);
      assert.deepEqual([answer.statusCode, problemOf(answer).code], [403, "role_escalation"]);
    });
  }

  const profile = {
    name: "Mallory",
    phone: "+886 2 1234 5678",
    locale: "en",
    time_zone: "Asia/Taipei",
    tags: ["x"],
    external_id: newId(),
    metadata: { a: "b" },
    email: `mallory-${newId()}@example.test`,
    marketing_consent: { granted: true },
  };
  for (const [field, value] of Object.entries(profile)) {
    void test(`${field} of an owner: a manager cannot change it`, async () => {
      const { manager, person } = world;
      const answer = await manager.patch(`/members/${person.sub}`, { [field]: value });
      assert.deepEqual([answer.statusCode, problemOf(answer).code], [403, "role_escalation"]);
    });
  }

  void test("writing the current value is not a change, for any caller", async () => {
    const { manager, person } = world;
    assert.equal((await manager.patch(`/members/${person.sub}`, { name: "Odo Owner" })).statusCode, 200);
  });

  void test("bulk operations and imports reject the rows of owners and process the others", async () => {
    const { manager, person, student } = world;
    const upserts = [person, student].map(({ email }) => ({ op: "upsert", data: { email, locale: "fr" } }));
    const tags = [person, student].map(({ sub }) => ({ op: "tag_add", id: sub, tags: ["crew"] }));
    const bulk = await manager.post("/members/bulk", { operations: [...upserts, ...tags] });
    const { results } = bulk.json<{ results: { status: string; error?: { code: string } }[] }>();
    assert.deepEqual(
      results.map(({ error }) => error?.code),
      ["role_escalation", undefined, "role_escalation", undefined],
    );
    for (const resource of ["members", "students"]) {
      const inline = csvOf("email,phone", `${person.email},+886 2 1234`, `${student.email},+886 2 1234`);
      const job = await imported(manager, { format: "csv", resource, inline });
      assert.deepEqual(await faultsOf(manager, job), [[`${resource}.csv:2`, "role_escalation"]]);
    }
  });

  void test("a manager cannot read notes about an owner", async () => {
    const { manager, owner, person } = world;
    await noteBy(owner, person);
    assert.equal(problemOf(await manager.get(`/members/${person.sub}/notes`)).code, "role_escalation");
    assert.equal((await owner.get(`/members/${person.sub}/notes`)).statusCode, 200);
  });
});

async function exportOwnData(site: ASite, member: AMember): Promise<string> {
  const browser = await site.signedIn(member);
  const page = await browser.submit(await browser.open("/account/data"), { current: password }, "/account/data");
  assert.equal(page.status, 200);
  await runJobsOf(site);
  const job = await database.first<{ id: string }>`
    select id from jobs where site_id = ${site.id} and subject_id = ${member.id} and member_id = ${member.id}`;
  return formatId("job", job!.id);
}

void describe("An export of a person's data", () => {
  void test("requested by the person is a job that is hidden from everyone else, whatever their role", async () => {
    const site = await aSite();
    const [manager, owner] = [
      await operatorOf(site, scopes, { roles: ["manager"] }),
      await operatorOf(site, scopes, { roles: ["owner"] }),
    ];
    const student = await site.member();
    for (const person of [owner.member, student]) {
      const job = await exportOwnData(site, person);
      for (const other of [manager, owner].filter(({ member }) => member.id !== person.id)) {
        assert.deepEqual(
          (await listed(other, "/jobs?kind=member_export&include_total=true")).filter(({ id }) => id === job),
          [],
        );
        for (const path of [`/jobs/${job}`, `/jobs/${job}/results`]) {
          assert.equal((await other.get(path)).statusCode, 404);
        }
        assert.equal((await other.post(`/jobs/${job}/cancel`)).statusCode, 404);
      }
    }
    const own = (await listed(owner, "/jobs?kind=member_export"))[0]!;
    assert.ok(own["result"], "the person's own application sees it");
  });

  void test("requested by an owner for an owner is hidden from managers; for a student it is visible", async () => {
    const site = await aSite();
    const [manager, owner] = [
      await operatorOf(site, scopes, { roles: ["manager"] }),
      await operatorOf(site, scopes, { roles: ["owner"] }),
    ];
    const [other, student] = [await site.member({ roles: ["owner"] }), await site.member()];
    const jobOf = async ({ sub }: AMember) => {
      const started = await owner.post(`/members/${sub}/export_data`);
      assertStatus(started, 202);
      return started.json<{ id: string }>().id;
    };
    const [hidden, visible] = [await jobOf(other), await jobOf(student)];
    await runJobsOf(site);
    assert.equal((await manager.get(`/jobs/${hidden}`)).statusCode, 404);
    assert.ok((await manager.get(`/jobs/${visible}`)).json<{ result: object | null }>().result);
    assert.deepEqual(
      (await listed(manager, "/jobs")).map(({ id }) => id),
      [visible],
    );
    assert.ok((await owner.get(`/jobs/${hidden}`)).json<{ result: object | null }>().result);
  });
});
