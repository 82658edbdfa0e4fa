import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { unzipSync } from "fflate";
import { removeReleasedObjects } from "#domain/files/files/jobs/remove-released-objects.ts";
import { assertStatus, describeFailure } from "../../support/assert-status.ts";
import { hour, now } from "../../support/clock.ts";
import { database } from "../../support/databases/database.ts";
import { aPicture } from "../../support/worlds/pictures.ts";
import { picturePath, saveProfile, withPicture } from "../../support/worlds/profile-form.ts";
import { auditActions, outboxOf } from "../../support/worlds/records.ts";
import { runJobsOf } from "../../support/processes/run-jobs.ts";
import { storage } from "../../support/worlds/storage.ts";
import { type AFile, sendFile } from "../../support/worlds/uploads.ts";
import type { AMember } from "../../support/world.ts";
import { anOperator, type Operator, operatorOf, problemOf } from "../support/operator.ts";

const scopes = "members:read members:write students:read students:write storage:write courses:write school:read";

interface Person {
  picture_file_id: string | null;
  picture_url: string | null;
}

const readAs = async (operator: Operator, kind: "members" | "students", { sub }: AMember): Promise<Person> => {
  const { picture_file_id, picture_url } = (await operator.get(`/${kind}/${sub}`)).json<Person>();
  return { picture_file_id, picture_url };
};

async function uploaded(operator: Operator, fields: Record<string, string> = {}, bytes?: Buffer): Promise<AFile> {
  const response = await sendFile(
    operator,
    bytes ?? aPicture({ width: 8, height: 8 }),
    { purpose: "avatar", ...fields },
    { name: "ana.png" },
  );
  assertStatus(response, 201);
  return response.json<AFile>();
}

const erase = async (operator: Operator, { sub, email }: AMember) => {
  const started = await operator.post(`/members/${sub}/erase`, { confirm_email: email, reason: "Requested" });
  assertStatus(started, 202);
  await runJobsOf(operator.site);
};

const statusOf = async ({ site }: Operator, path: string) => (await site.get(path)).statusCode;

void describe("Pictures set by the staff", () => {
  void test("are set on members and students, read with a URL, and audited with events", async () => {
    const operator = await anOperator(scopes);
    const member = await operator.site.member();
    const none = { picture_file_id: null, picture_url: null };
    for (const kind of ["members", "students"] as const) assert.deepEqual(await readAs(operator, kind, member), none);
    const { id } = await uploaded(operator);
    const set = { picture_file_id: id, picture_url: `${operator.site.origin}/files/${id}` };
    for (const kind of ["members", "students"] as const) {
      const changed = await operator.patch(`/${kind}/${member.sub}`, { picture_file_id: id });
      assertStatus(changed, 200);
      assert.equal(changed.json<Person>().picture_url, set.picture_url);
      assert.deepEqual(await readAs(operator, "members", member), set);
      assert.deepEqual(await readAs(operator, "students", member), set);
      assert.equal((await operator.patch(`/${kind}/${member.sub}`, { picture_file_id: null })).statusCode, 200);
      assert.deepEqual(await readAs(operator, kind, member), none);
    }
    assert.equal(await statusOf(operator, `/files/${id}`), 200, "A file of the library is kept.");
    const actions = await auditActions(operator.site);
    assert.ok(actions.includes("updateMember") && actions.includes("updateStudent"));
    const updated = (await outboxOf(operator.site)).find(({ type }) => type === "member.updated");
    assert.equal((updated!.data as unknown as Person).picture_url, set.picture_url);
  });

  void test("can be set when members are added or synchronized by external id", async () => {
    const operator = await anOperator(scopes);
    const { id } = await uploaded(operator);
    const added = await operator.post("/members", {
      email: "bo@school.example",
      roles: ["student"],
      picture_file_id: id,
    });
    assert.equal(added.json<Person>().picture_file_id, id, describeFailure(added.body));
    const put = await operator.put("/members/by_external_id/crm-7", {
      email: "cy@school.example",
      picture_file_id: id,
    });
    assert.equal(put.json<Person>().picture_file_id, id, describeFailure(put.body));
  });

  void test("are public raster images of the file library of this site", async () => {
    const operator = await anOperator(scopes);
    const elsewhere = await anOperator(scopes);
    const member = await operator.site.member();
    const svg = Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>`,
    );
    const { path } = await withPicture(operator.site, await operator.site.member());
    const refused = {
      "a text": (await uploaded(operator, { purpose: "other", visibility: "public" }, Buffer.from("x"))).id,
      "an SVG": (await uploaded(operator, {}, svg)).id,
      "a private image": (await uploaded(operator, { visibility: "private" })).id,
      "a file of another site": (await uploaded(elsewhere)).id,
      "the picture of another member": path.split("/").at(-1)!,
    };
    for (const [label, id] of Object.entries(refused)) {
      for (const kind of ["members", "students"]) {
        const response = await operator.patch(`/${kind}/${member.sub}`, { picture_file_id: id });
        assert.deepEqual([response.statusCode, problemOf(response).pointers], [422, ["/picture_file_id"]], label);
      }
    }
    assert.equal((await readAs(operator, "members", member)).picture_file_id, null);
  });

  void test("cannot be set by callers who rank below the member", async () => {
    const owner = await anOperator(scopes);
    const manager = await operatorOf(owner.site, scopes, { roles: ["manager"] });
    const person = await owner.site.member({ roles: ["owner", "student"] });
    const { id } = await uploaded(manager);
    for (const kind of ["members", "students"]) {
      const response = await manager.patch(`/${kind}/${person.sub}`, { picture_file_id: id });
      assert.deepEqual([response.statusCode, problemOf(response).code], [403, "role_escalation"]);
    }
    const { path } = await withPicture(owner.site, person);
    assert.equal((await manager.patch(`/members/${person.sub}`, { picture_file_id: null })).statusCode, 403);
    assert.equal(await statusOf(owner, path), 200);
  });

  void test("count as uses of the file, which cannot be deleted meanwhile", async () => {
    const operator = await anOperator(scopes);
    const member = await operator.site.member();
    const { id } = await uploaded(operator);
    await operator.patch(`/members/${member.sub}`, { picture_file_id: id });
    const { references } = (await operator.get(`/files/${id}`)).json<{ references: object[] }>();
    assert.deepEqual(references, [{ object: "member", id: member.sub }]);
    const listed = async (unused: boolean) =>
      (await operator.get(`/files?unused=${unused}`)).json<{ data: AFile[] }>().data.map((file) => file.id);
    assert.deepEqual([await listed(false), await listed(true)], [[id], []]);
    assert.equal(problemOf(await operator.delete(`/files/${id}`)).code, "file_in_use");
    await operator.patch(`/members/${member.sub}`, { picture_file_id: null });
    assert.equal((await operator.delete(`/files/${id}`)).statusCode, 204);
  });
});

void describe("Pictures that members upload", () => {
  void test("are not in the file library, and the staff can remove or replace them", async () => {
    const operator = await anOperator(scopes);
    const member = await operator.site.member();
    const { path, browser } = await withPicture(operator.site, member);
    const { picture_file_id: id, picture_url: url } = await readAs(operator, "members", member);
    assert.equal(url, `${operator.site.origin}${path}`);
    assert.deepEqual((await operator.get("/files")).json<{ data: object[] }>().data, []);
    assert.equal((await operator.get(`/files/${id}`)).statusCode, 404);
    assert.equal((await operator.delete(`/files/${id}`)).statusCode, 404);
    const course = (await operator.post("/courses", { name: "Knots" })).json<{ id: string }>();
    const used = await operator.patch(`/courses/${course.id}`, { cover_file_id: id });
    assert.deepEqual([used.statusCode, problemOf(used).pointers], [422, ["/cover_file_id"]]);
    const same = await operator.patch(`/members/${member.sub}`, { picture_file_id: id, name: "Ana S." });
    assert.equal(same.statusCode, 200, "A read response can be sent back.");

    await operator.patch(`/members/${member.sub}`, { picture_file_id: (await uploaded(operator)).id });
    assert.equal(await statusOf(operator, path), 404);
    await saveProfile(operator.site, browser, {}, { name: "me.png", bytes: aPicture() });
    const own = (await picturePath(browser))!;
    await operator.patch(`/students/${member.sub}`, { picture_file_id: null });
    assert.equal(await statusOf(operator, own), 404);
  });

  void test("are deleted when the member is removed; one that the staff set stays with the record", async () => {
    const operator = await anOperator(scopes);
    const [ana, bo] = [await operator.site.member(), await operator.site.member()];
    const { path } = await withPicture(operator.site, ana);
    const { id } = await uploaded(operator);
    await operator.patch(`/members/${bo.sub}`, { picture_file_id: id });
    for (const { sub } of [ana, bo]) assert.equal((await operator.delete(`/members/${sub}`)).statusCode, 204);
    assert.equal(await statusOf(operator, path), 404);
    assert.equal((await readAs(operator, "members", ana)).picture_url, null);
    assert.equal((await readAs(operator, "members", bo)).picture_file_id, id);
  });

  void test("are in the export of the member's data", async () => {
    const operator = await anOperator(scopes);
    const member = await operator.site.member();
    const { path } = await withPicture(operator.site, member);
    await operator.post(`/members/${member.sub}/export_data`);
    await runJobsOf(operator.site);
    const { data } = (await operator.get("/jobs")).json<{ data: { result: { url: string } }[] }>();
    const { pathname, search } = new URL(data[0]!.result.url);
    const archive = unzipSync((await operator.site.get(`${pathname}${search}`)).rawPayload);
    const rows = (name: string) => JSON.parse(Buffer.from(archive[name]!).toString()) as Record<string, unknown>[];
    assert.equal(rows("profile.json")[0]!["picture_url"], `${operator.site.origin}${path}`);
    assert.deepEqual(
      rows("files.json").map(({ id, purpose }) => [`/files/${String(id)}`, purpose]),
      [[path, "profile_picture"]],
    );
  });
});

const rowsLeft = async (operator: Operator) =>
  (await database.many`select id from files where site_id = ${operator.site.site.id}`).length;

void describe("An erasure", () => {
  void test("deletes the picture of the person with its bytes, no matter who uploaded it", async () => {
    const operator = await anOperator(scopes);
    const [ana, bo] = [await operator.site.member(), await operator.site.member()];
    const { path } = await withPicture(operator.site, ana, { width: 500, height: 500 });
    const { id } = await uploaded(operator);
    await operator.patch(`/members/${bo.sub}`, { picture_file_id: id });
    await erase(operator, ana);
    await erase(operator, bo);
    assert.deepEqual([await statusOf(operator, path), await statusOf(operator, `/files/${id}`)], [404, 404]);
    assert.equal(await rowsLeft(operator), 0);
    await removeReleasedObjects(database, storage.store, new Date(now().getTime() + hour));
    const objects = await database.many`select id from stored_objects where site_id = ${operator.site.site.id}`;
    assert.deepEqual(objects, []);
  });

  void test("keeps an image of the library that another resource uses, and pictures of others that the person uploaded", async () => {
    const operator = await anOperator(scopes);
    const manager = await operatorOf(operator.site, scopes, { roles: ["manager"] });
    const [ana, bo] = [await operator.site.member(), await operator.site.member()];
    const [shared, ofBo] = [await uploaded(operator), await uploaded(manager)];
    await operator.patch(`/members/${ana.sub}`, { picture_file_id: shared.id });
    await operator.post("/courses", { name: "Knots", cover_file_id: shared.id });
    await operator.patch(`/members/${bo.sub}`, { picture_file_id: ofBo.id });
    await erase(operator, ana);
    await erase(operator, manager.member);
    for (const { id } of [shared, ofBo]) assert.equal(await statusOf(operator, `/files/${id}`), 200);
    assert.equal((await readAs(operator, "members", bo)).picture_file_id, ofBo.id);
  });
});
