import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import type * as z from "zod";
import { fromWire } from "#lib/wire/names.ts";
import { prefix } from "#rest/mount.ts";
import type { Route } from "#rest/route.ts";
import { routes } from "#rest/routes.ts";
import { assertStatus } from "../support/assert-status.ts";
import { aFuzzWorld, type FuzzWorld } from "../support/fuzz-world.ts";
import { namedKind } from "../support/openapi/named-kind.ts";
import { make } from "./support/make.ts";
import { anOperator } from "./support/operator.ts";

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
    });
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
