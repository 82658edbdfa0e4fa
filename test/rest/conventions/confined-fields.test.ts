import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { newId } from "#domain/platform/ids.ts";
import { assertStatus } from "../../support/assert-status.ts";
import { database } from "../../support/databases/database.ts";
import { type AMember, type ASite, aSite } from "../../support/world.ts";
import { type Operator, operatorOf, problemOf } from "../support/operator.ts";
import { aCourse, letTeach } from "../support/taught-course.ts";

const scopes = "courses:read courses:write students:read students:write comments:read";
const reading = "courses:read students:read";

type Student = Record<string, unknown> & { id: string };

interface World {
  site: ASite;
  owner: Operator;
  lecturer: Operator;
  assistant: Operator;
  student: AMember;
  course: string;
  other: string;
  group: string;
}

const profile = {
  name: "Zoé Quill",
  phone: "+886 2 9876 5432",
  locale: "fr",
  tags: ["vip"],
  custom_fields: {},
  external_id: "crm-77",
  metadata: { segment: "gold" },
};

async function aWorld(): Promise<World> {
  const site = await aSite();
  const owner = await operatorOf(site, scopes);
  const lecturer = await operatorOf(site, scopes, { roles: ["lecturer"] });
  const assistant = await operatorOf(site, reading, { roles: ["teaching_assistant"] });
  const [course, other] = [await aCourse(owner, "Own"), await aCourse(owner, "Other")];
  await letTeach(lecturer, course);
  await letTeach(assistant, course);
  const student = await site.member({ email: `hidden-${newId()}@example.test` });
  assert.equal((await owner.patch(`/students/${student.sub}`, profile)).statusCode, 200);
  for (const id of [course, other]) {
    const enrolled = await owner.post("/enrollments", { student_id: student.sub, course_id: id });
    assertStatus(enrolled, 201);
  }
  const made = await owner.post("/groups", { name: "Elsewhere", course_ids: [other] });
  const group = made.json<{ id: string }>().id;
  await owner.post(`/groups/${group}/students`, { student_ids: [student.sub] });
  await database.run`
    update members set last_active_at = now(), picture_file_id = ${newId()}
     where site_id = ${site.id} and id = ${student.id}`;
  return { site, owner, lecturer, assistant, student, course, other, group };
}

const hidden = {
  phone: null,
  locale: null,
  picture_file_id: null,
  picture_url: null,
  tags: [],
  custom_fields: {},
  group_ids: [],
  last_active_at: null,
  external_id: null,
  metadata: {},
};

/** Every way in which a restricted caller reads the student. */
const views: Record<string, (caller: Operator, world: World) => Promise<Student>> = {
  "GET /students/{id}": async (caller, { student }) => (await caller.get(`/students/${student.sub}`)).json<Student>(),
  "GET /students": async (caller) => (await caller.get("/students")).json<{ data: Student[] }>().data[0]!,
  "GET /enrollments?expand=student": async (caller) =>
    (await caller.get("/enrollments?expand=student")).json<{ data: { student: Student }[] }>().data[0]!.student,
};

const found = async (caller: Operator, query: string) => {
  const answer = await caller.get(`/students?${query}`);
  assertStatus(answer, 200);
  return answer.json<{ data: Student[] }>().data.length;
};

void describe("A caller restricted to their own courses", () => {
  let world: World;

  before(async () => {
    world = await aWorld();
  });

  for (const [view, read] of Object.entries(views)) {
    void test(`${view}: sees only the name of a student's profile`, async () => {
      for (const caller of [world.lecturer, world.assistant]) {
        const student = await read(caller, world);
        assert.equal(student["name"], profile.name);
        assert.partialDeepStrictEqual(student, { ...hidden, email: null, enrollment_count: 1 });
      }
      const whole = await read(world.owner, world);
      assert.partialDeepStrictEqual(whole, { ...profile, email: world.student.email, enrollment_count: 2 });
      assert.ok(whole["last_active_at"]);
    });
  }

  void test("gets equally restricted responses from creating and changing a student", async () => {
    const { lecturer, student } = world;
    const created = await lecturer.post("/students", { email: student.email });
    assertStatus(created, 200);
    assert.ok(!created.body.includes(student.email) && !created.body.includes(profile.phone));
    const picture = await lecturer.patch(`/students/${student.sub}`, { picture_file_id: null });
    assert.deepEqual([picture.statusCode, problemOf(picture).code], [403, "role_required"]);
    const changed = await lecturer.patch(`/students/${student.sub}`, { name: profile.name });
    assert.ok(!changed.body.includes(profile.external_id));
  });

  const queries = [
    "email=hidden@example.test",
    "external_id=crm-77",
    "tag=vip",
    "last_active_at[gte]=2020-01-01T00:00:00Z",
    "sort=last_active_at",
    "sort=-created_at,-last_active_at",
  ];
  for (const query of queries) {
    void test(`cannot use the query ${query}`, async () => {
      const answer = await world.lecturer.get(`/students?${query}`);
      assert.deepEqual([answer.statusCode, problemOf(answer).code], [403, "role_required"]);
      assert.equal((await world.owner.get(`/students?${query}`)).statusCode, 200);
    });
  }

  void test("cannot enroll by email address", async () => {
    const answer = await world.lecturer.get(`/enrollments?email=${encodeURIComponent(world.student.email)}`);
    assert.deepEqual([answer.statusCode, problemOf(answer).code], [403, "role_required"]);
  });

  void test("finds students by their names, and not by hidden fields", async () => {
    const { lecturer, owner, student } = world;
    for (const q of ["Zo", "zoe", "Zoé Qui", "quill"])
      assert.equal(await found(lecturer, `q=${encodeURIComponent(q)}`), 1, q);
    for (const q of ["9876", "crm", "77", "hidden", "example", student.email, "oe", "ill"]) {
      assert.equal(await found(lecturer, `q=${encodeURIComponent(q)}`), 0, q);
    }
    assert.equal(await found(owner, "q=9876"), 1);
  });

  void test("finds students by letters that people type in another way", async () => {
    const { lecturer, owner, student } = world;
    const rename = (name: string) => owner.patch(`/students/${student.sub}`, { name });
    assertStatus(await rename("Łucja Weiß-Ødegård Müller"), 200);
    for (const q of ["lucja", "weiss", "weiß", "odegard", "oedegaard", "mueller", "muller", "MÜLLER"]) {
      assert.equal(await found(lecturer, `q=${encodeURIComponent(q)}`), 1, q);
    }
    assertStatus(await rename("Mueller"), 200);
    assert.equal(await found(lecturer, `q=${encodeURIComponent("müller")}`), 1);
    assertStatus(await rename(profile.name), 200);
  });

  void test("cannot infer a student's activity in another course or group from a filter", async () => {
    const { lecturer, owner, other, group } = world;
    for (const query of [`course_id=${other}`, `group_id=${group}`]) {
      assert.equal(await found(lecturer, query), 0, query);
      assert.equal(await found(owner, query), 1, query);
    }
    const answer = await lecturer.get(`/enrollments?group_id=${group}`);
    assert.deepEqual(answer.json<{ data: object[] }>().data, []);
  });

  for (const [field, value] of Object.entries({ ...profile, tags: ["x"] })) {
    if (field === "name") continue;
    void test(`cannot write ${field}: a dry run would reveal it`, async () => {
      const { lecturer, student } = world;
      const answers = [
        await lecturer.patch(`/students/${student.sub}?dry_run=true`, { [field]: value }),
        await lecturer.post("/students", { email: `new-${newId()}@example.test`, [field]: value }),
      ];
      for (const answer of answers) {
        assert.deepEqual([answer.statusCode, problemOf(answer).code], [403, "role_required"]);
        assert.ok(problemOf(answer).detail.includes(` ${field}.`));
      }
    });
  }
});

void describe("The setting lecturersSeeEmail", () => {
  void test("shows addresses to restricted callers, and lets them filter and search by address", async () => {
    const { site, lecturer, student } = await aWorld();
    await site.set({ lecturersSeeEmail: true });
    const seen = (await lecturer.get(`/students/${student.sub}`)).json<Student>();
    assert.partialDeepStrictEqual(seen, { ...hidden, email: student.email });
    for (const query of [`email=${encodeURIComponent(student.email)}`, "q=hidden"]) {
      const answer = await lecturer.get(`/students?${query}`);
      assert.equal(answer.json<{ data: object[] }>().data.length, 1, query);
    }
  });

  void test("when off, the order by name and its cursor reveal no address of a nameless student", async () => {
    const { lecturer, site, owner, course } = await aWorld();
    for (const letter of ["b", "a"]) {
      const { sub } = await site.member({ email: `${letter}-${newId()}@example.test`, name: null });
      await owner.post("/enrollments", { student_id: sub, course_id: course });
    }
    const page = (await lecturer.get("/students?sort=name&limit=1")).json<{ page: { next_cursor: string } }>();
    const cursor = Buffer.from(page.page.next_cursor, "base64url").toString();
    assert.ok(!cursor.includes("example.test"), cursor);
    const next = await lecturer.get(`/students?sort=name&limit=1&cursor=${page.page.next_cursor}`);
    assertStatus(next, 200);
  });

  void test("can be changed in the admin area", async () => {
    const site = await aSite();
    const browser = await site.signedIn(await site.member({ roles: ["owner"] }));
    const page = await browser.open("/admin/security/limits");
    assert.doesNotMatch(page.body, /name="lecturersSeeEmail"\s+checked/);
    const inputs = [...page.body.matchAll(/<input\s+name="(\w+)"\s+type="text"[^>]*?value="([^"]*)"/g)];
    const units = [...page.body.matchAll(/<select name="(\w+)"[^]*?<option value="(\w+)" selected>/g)];
    const fields = Object.fromEntries([...inputs, ...units].map(([, name, value]) => [name!, value!]));
    const saved = await browser.submit(page, { ...fields, lecturersSeeEmail: "on" });
    assert.match(saved.body, /name="lecturersSeeEmail"\s+checked/);
  });
});
