import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import type * as z from "zod";
import { isRecord } from "#lib/json/is-record.ts";
import { fromWire } from "#lib/wire/names.ts";
import { parametersOf, type Route } from "#operations/route.ts";
import { prefix } from "#rest/prefix.ts";
import { routes } from "#operations/routes.ts";
import { assertStatus } from "../../support/assert-status.ts";
import { aFuzzWorld, type FuzzWorld } from "../../support/worlds/fuzz-world.ts";
import { namedKind } from "../../support/openapi/named-kind.ts";
import { make } from "../support/make.ts";
import { anOperator, problemOf } from "../support/operator.ts";

type Json = Record<string, unknown>;

void describe("Sending back what was read changes nothing", () => {
  let world: FuzzWorld;
  before(async () => {
    world = await aFuzzWorld();
    await world.stock();
    // Their rows are created at the first change.
    const { site, bearer } = world;
    const settings = { time_zone: "Asia/Taipei" };
    await site.request("PATCH", `${prefix}/school`, { bearer, payload: settings });
    const payload = { dark_mode: "on", colors: { primary: "#123456" } };
    const made = await site.request("PATCH", `${prefix}/appearance`, { bearer, payload, headers: { "if-match": "*" } });
    assertStatus(made, 200);
  });

  for (const route of routes.filter(({ method, path }) => method === "PATCH" && !path.endsWith("/:group"))) {
    void test(`PATCH ${route.path}`, async () => {
      const { bearer, site } = world;
      const path = prefix + (await addressOf(world, route));
      const change = (payload: object, etag: unknown = "*") =>
        site.request("PATCH", path, { bearer, payload, headers: { "if-match": String(etag) } });

      const rows = await world.rows();
      const first = await change({});
      assertStatus(first, 200);
      const again = await change(writableOf(route, first.json<Json>()), first.headers["etag"]);
      assertStatus(again, 200);
      assert.deepEqual(await world.rows(), rows);
      assert.equal(again.headers["etag"], first.headers["etag"]);

      const read = await site.request("GET", path, { bearer });
      assertStatus(read, 200);
      const whole = await change(read.json<Json>(), read.headers["etag"]);
      assertStatus(whole, 200);
      assert.deepEqual(await world.rows(), rows);
      assert.equal(whole.headers["etag"], first.headers["etag"]);
      assert.deepEqual(whole.json(), first.json());
    });

    void test(`PATCH ${route.path} refuses changed read-only fields`, async () => {
      const { bearer, site } = world;
      const path = prefix + (await addressOf(world, route));
      const rows = await world.rows();
      const read = await site.request("GET", path, { bearer });
      const headers = { "if-match": String(read.headers["etag"]) };
      const parameters = new Set(parametersOf(route.path));
      const writable = new Set(Object.keys(route.operation.input.shape)).difference(parameters);
      const fields = Object.keys(read.json<Json>()).filter((name) => !writable.has(fromWire(name)));
      const edited = { ...read.json<Json>(), ...Object.fromEntries(fields.map((name) => [name, "changed"])) };
      const refused = await site.request("PATCH", path, { bearer, headers, payload: edited });
      assert.deepEqual(
        problemOf(refused).pointers,
        fields.map((name) => `/${name}`),
      );
      assert.equal(problemOf(refused).status, 422);
      assert.equal(problemOf(refused).code, "read_only");
      assert.deepEqual(await world.rows(), rows);
    });
  }
});

void test("An edited representation changes only what was edited", async () => {
  const operator = await anOperator("members:read members:write posts:read posts:write courses:read courses:write");
  const member = await make(operator, "/members", {
    email: "ana@school.example",
    name: "Ana",
    roles: ["student"],
  });
  assertStatus(await operator.patch(`/members/${member.id}`, { marketing_consent: { granted: true } }), 200);
  const post = await make(operator, "/posts", { title: "Knots", body_markdown: "*Two* knots", access: "public" });
  const course = await make(operator, "/courses", { name: "Knots", metadata: { room: "1", floor: "2" } });
  const edit = async (path: string, change: (read: Json) => void) => {
    const read = await operator.get(path);
    const edited = read.json<Json>();
    change(edited);
    const answer = await operator.patch(path, edited, { "if-match": String(read.headers["etag"]) });
    assertStatus(answer, 200);
    return answer.json<Json>();
  };

  const changedPost = await edit(`/posts/${post.id}`, (read) => Object.assign(read, { body_markdown: "Three knots" }));
  assert.match(String(changedPost["body_html"]), /Three knots/);
  const changedCourse = await edit(`/courses/${course.id}`, (read) => {
    Object.assign(read, { name: "More knots", metadata: { room: "3", floor: null } });
  });
  assert.equal(changedCourse["name"], "More knots");
  assert.deepEqual(changedCourse["metadata"], { room: "3" });
  const changedMember = await edit(`/members/${member.id}`, (read) => {
    Object.assign(read["marketing_consent"] as Json, { granted: false });
  });
  assert.equal((changedMember["marketing_consent"] as Json)["granted"], false);
});

void test("The error of a read-only field states its value and the request that changes it", async () => {
  const operator = await anOperator(
    "courses:read courses:write members:read members:write curriculum:read students:read students:write coupons:read coupons:write",
  );
  const course = await make(operator, "/courses", { name: "Knots" });
  const refusal = async (path: string, payload: object, headers = {}) => {
    const { status, code, detail } = problemOf(await operator.patch(path, payload, headers));
    return [status, code, detail];
  };
  assert.deepEqual(await refusal(`/courses/${course.id}`, { status: "published" }), [
    422,
    "read_only",
    '/status: The field is read-only and is now "draft". Change it with POST /api/v1/courses/{course}/publish, POST /api/v1/courses/{course}/unpublish, POST /api/v1/courses/{course}/archive or POST /api/v1/courses/{course}/restore.',
  ]);
  assert.deepEqual(await refusal(`/courses/${course.id}`, { cover_url: "https://school.example/a.png" }), [
    422,
    "read_only",
    "/cover_url: The field is read-only and is now null. Change cover_file_id instead.",
  ]);
  assert.deepEqual(await refusal(`/courses/${course.id}`, { plans: [] }), [
    422,
    "read_only",
    "/plans: The field is read-only. Omit it, and change expanded resources at their own paths.",
  ]);
  assert.deepEqual(await refusal(`/courses/${course.id}`, { id: course.id, nmae: "Knots" }), [
    422,
    "unknown_field",
    "/nmae: There is no such field. Did you mean name?",
  ]);
  const person = await make(operator, "/members", { email: "ben@school.example", name: "Ben", roles: ["student"] });
  const [, , roles] = await refusal(`/members/${person.id}`, { roles: ["student", "lecturer"] });
  assert.match(String(roles), /Change it with PUT \/api\/v1\/members\/\{id\}\/roles\.$/);
  const [, , suspension] = await refusal(`/students/${person.id}`, { status: "suspended" });
  assert.match(
    String(suspension),
    /Change it with POST \/api\/v1\/members\/\{id\}\/suspend or POST \/api\/v1\/members\/\{id\}\/unsuspend\.$/,
  );
  const coupon = await make(operator, "/coupons", { code: "WIND", discount: { kind: "percent", percent: 10 } });
  const [, , disabled] = await refusal(`/coupons/${coupon.id}`, { status: "disabled" });
  assert.equal(
    disabled,
    '/status: The field is read-only and is now "active". Change enabled, starts_at, expires_at or max_redemptions instead.',
  );
  const stale = { "if-match": '"99-AAAA"' };
  const [status] = await refusal(`/courses/${course.id}`, { status: "published" }, stale);
  assert.equal(status, 412);
});

void test("Sending back a group of settings changes nothing", async () => {
  const operator = await anOperator("school:read school:write");
  const read = await operator.get("/school/settings");
  for (const [group, settings] of Object.entries(read.json<Json>()).filter(([, value]) => isRecord(value))) {
    const answer = await operator.patch(`/school/settings/${group}`, { settings });
    assertStatus(answer, 200);
    assert.equal(answer.headers["etag"], read.headers["etag"], group);
  }
});

void test("Replacing a resource with itself, or keeping its order, changes nothing", async () => {
  const operator = await anOperator(
    "appearance:read appearance:write membership_plans:read membership_plans:write courses:write curriculum:read curriculum:write",
  );
  const plan = await make(operator, "/membership_plans", { name: "Crew", plan_type: "lifetime" });
  const course = await make(operator, "/courses", { name: "Knots" });
  const sections = [
    await make(operator, `/courses/${course.id}/sections`, { title: "One" }),
    await make(operator, `/courses/${course.id}/sections`, { title: "Two" }),
  ].map(({ id }) => id);
  const kinds = ["text", "text", "text"];
  const lectures: string[] = [];
  for (const kind of kinds) {
    lectures.push((await make(operator, `/sections/${sections[0]!}/lectures`, { title: "Knot", kind })).id);
  }
  const writes: [string, () => ReturnType<typeof operator.put>][] = [
    [
      `/membership_plans/${plan.id}`,
      () => operator.put(`/membership_plans/${plan.id}/benefits`, { all_courses: true }),
    ],
    ["/appearance", () => operator.put("/appearance/navigation", { navigation: [{ label: "Us", href: "/about" }] })],
    ["/appearance", () => operator.put("/appearance/home_sections", { home_sections: [{ kind: "courses" }] })],
    [
      `/courses/${course.id}/curriculum`,
      () => operator.post(`/courses/${course.id}/sections/reorder`, { ids: sections }),
    ],
    [`/sections/${sections[1]!}`, () => operator.patch(`/sections/${sections[1]!}`, { position: 500 })],
    [`/lectures/${lectures[2]!}`, () => operator.patch(`/lectures/${lectures[2]!}`, { position: 500 })],
    [
      `/courses/${course.id}/curriculum`,
      () => operator.patch(`/lectures/${lectures[0]!}`, { section_id: sections[0], title: "Knot" }),
    ],
  ];
  for (const [path, write] of writes) {
    const first = await write();
    assertStatus(first, 200);
    const { etag } = (await operator.get(path)).headers;
    assert.equal((await write()).statusCode, 200);
    assert.equal((await operator.get(path)).headers["etag"], etag, path);
  }
  const { data } = (await operator.get(`/courses/${course.id}/lectures?sort=position`)).json<{
    data: { id: string }[];
  }>();
  assert.deepEqual(
    data.map(({ id }) => id),
    lectures,
  );
});

void test("The menu and the home page accept what was read as their replacement", async () => {
  const operator = await anOperator("appearance:read appearance:write");
  const first = { navigation: [{ label: "Us", href: "/about" }], home_sections: [{ kind: "courses" }] };
  for (const [name, value] of Object.entries(first)) {
    const path = `/appearance/${name}`;
    assertStatus(await operator.put(path, { [name]: value }), 200);
    const read = await operator.get(path);
    const answer = await operator.put(path, read.json<Json>(), { "if-match": String(read.headers["etag"]) });
    assertStatus(answer, 200);
    assert.deepEqual(answer.json(), read.json());
    assert.equal(answer.headers["etag"], read.headers["etag"]);
  }
});

void test("Writing the current settings of the school changes nothing", async () => {
  const operator = await anOperator("school:read school:write");
  const set = () => operator.patch("/school/settings/player", { settings: { autoplay_next: false } });
  const first = await set();
  assertStatus(first, 200);
  assert.equal((await set()).headers["etag"], first.headers["etag"]);
});

async function addressOf({ newest }: FuzzWorld, { path, operation }: Route): Promise<string> {
  const idOf = await newest();
  return path.replaceAll(/:(\w+)/g, (_match, name: string) => {
    const { description = "" } = (operation.input.shape[name] as z.ZodType).meta() ?? {};
    return idOf(namedKind(description)!);
  });
}

/** The writable part of a response: of a post one of Markdown and HTML, of consent no timestamp. */
function writableOf({ path, operation }: Route, read: Json): Json {
  const { shape } = operation.input as { shape: Record<string, z.ZodType> };
  const sent = Object.entries(read).flatMap(([wire, value]) => {
    const name = fromWire(wire);
    const schema = path.includes(`:${name}`) ? undefined : shape[name];
    if (!schema || wire === "body_html" || (value === null && !schema.safeParse(null).success)) return [];
    if (wire !== "marketing_consent") return [[wire, value]];
    const { at: _at, ...consent } = value as Json;
    return [[wire, Object.fromEntries(Object.entries(consent).filter(([, part]) => part !== null))]];
  });
  return Object.fromEntries(sent) as Json;
}
