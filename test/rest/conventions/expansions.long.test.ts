import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { type Scope, scopeNames, scopes } from "#access/scopes.ts";
import { insertCourse } from "#domain/catalog/courses/queries.ts";
import { relate } from "#domain/catalog/courses/relations.ts";
import type { ExpandingOperation } from "#domain/platform/expansion/expanding.ts";
import { newId } from "#domain/platform/ids.ts";
import { insertLecturer } from "#domain/catalog/lecturers/queries.ts";
import { perform } from "#domain/platform/operation.ts";
import { fromWire, toWire } from "#lib/wire/names.ts";
import type { Route } from "#operations/route.ts";
import { prefix } from "#rest/prefix.ts";
import { routes } from "#operations/routes.ts";
import { assertStatus } from "../../support/assert-status.ts";
import { now } from "../../support/clock.ts";
import { aFuzzWorld, type FuzzWorld } from "../../support/worlds/fuzz-world.ts";
import { fill } from "../../support/openapi/arbitrary.ts";
import { describedAt } from "../../support/openapi/document.ts";
import { explained, type Plan } from "../../support/meters/query-plans.ts";
import { anOperator, problemOf } from "../support/operator.ts";
import { namedKind } from "../../support/openapi/named-kind.ts";

const expandable = (route: Route): ExpandingOperation["expandable"] | undefined =>
  (route.operation as Partial<ExpandingOperation>).expandable;
const caller = { kind: "cli" } as const;
const expanding = routes.filter((route) => expandable(route));
/** Lists that have only one item per course or person. */
const single: ReadonlySet<string> = new Set(["/courses/:course/reviews", "/lecturers"]);
/** Lists whose resources have nested parts, which are read once per page. */
const withParts: ReadonlySet<string> = new Set(["/orders"]);
const isList = ({ operation }: Route) => "data" in (operation.output as { shape?: object }).shape!;

const addressOf = ({ path }: Route, parameters: Record<string, string>) =>
  `${prefix}${path.replace(/:(\w+)/g, (_match, name: string) => parameters[name]!)}`;

void describe("Related resources requested with expand", () => {
  let world: FuzzWorld;
  const tokens = new Map<Scope, string>();
  before(async () => {
    world = await aFuzzWorld();
    for (let times = 0; times < 3; times++) await world.stock();
    const client = await world.site.operatorClient({ audience: "operator" });
    for (const scope of scopeNames.filter((name) => scopes[name].kind === "operator")) {
      tokens.set(scope, (await world.site.connect(client, world.member, scope)).access_token);
    }
  });

  /** Returns the newest resource of the kind of each path parameter. */
  async function parametersOf(route: Route): Promise<Record<string, string>> {
    const idOf = await world.newest();
    const named = describedAt(route).parameters.filter((parameter) => parameter.in === "path");
    return Object.fromEntries(
      named.map(({ name, schema }) => [fromWire(name), fill(`{{${namedKind(schema.description)}}}`, idOf)]),
    );
  }

  for (const route of expanding) {
    const { path: routePath, operation } = route;

    void test(`GET ${routePath} includes each requested resource if the caller has its scopes`, async () => {
      const address = addressOf(route, await parametersOf(route));
      for (const [path, needed] of expandable(route)!) {
        const allowed = await world.site.get(`${address}?expand=${path}`, { bearer: world.bearer });
        assertStatus(allowed, 200);
        const body = allowed.json<{ data?: object[] }>();
        const [item] = isList(route) ? body.data! : [body];
        assert.ok(Object.hasOwn(item!, path.split(".")[0]!), `${path} is missing: ${allowed.body.slice(0, 300)}`);
        assert.ok("scope" in operation.access);
        const refused = await world.site.get(`${address}?expand=${path}`, {
          bearer: tokens.get(operation.access.scope),
        });
        if (new Set(needed).size === 1) assertStatus(refused, 200);
        else {
          assert.deepEqual([refused.statusCode, problemOf(refused).code], [403, "insufficient_scope"], path);
          for (const scope of needed) assert.match(String(refused.headers["www-authenticate"]), new RegExp(scope));
        }
      }
    });

    void test(`GET ${routePath} lists the allowed values when another one is requested`, async () => {
      const address = addressOf(route, await parametersOf(route));
      for (const wrong of ["nonsense", "lecturers.member.lecturer", "__proto__"]) {
        const response = await world.site.get(`${address}?expand=${wrong}`, { bearer: world.bearer });
        const { code, detail } = problemOf(response);
        assert.deepEqual([response.statusCode, code], [400, "invalid_filter"]);
        for (const path of expandable(route)!.keys()) assert.ok(detail.includes(path), detail);
      }
    });

    if (!isList(route)) continue;
    void test(`GET ${routePath} takes one statement per expansion, however long the page is`, async () => {
      const requested = { ...(await parametersOf(route)), expand: [...expandable(route)!.keys()] };
      const plans: Plan[] = [];
      const context = { ...world.site.context(), caller, db: explained(plans) };
      const page = (await perform(operation, context, { ...requested, limit: 200 })) as { data: unknown[] };
      if (!single.has(routePath)) assert.ok(page.data.length > 2);
      const extraStatements = [routePath.includes(":"), withParts.has(routePath)].filter(Boolean).length;
      assert.ok(plans.length <= 1 + extraStatements + requested.expand.length, `${plans.length} statements`);
    });
  }

  void test("are found by every reference that the document marks", () => {
    const paths = new Map(expanding.map((route) => [route.path, [...expandable(route)!.keys()]]));
    const expected: Record<string, string[]> = {
      "/courses/:course": ["plans", "lecturers", "lecturers.member", "categories", "categories.parent", "curriculum"],
      "/events/:event": ["tickets", "lecturers"],
      "/membership_plans/:plan": ["pricings", "courses", "courses.plans"],
      "/lectures/:id": ["attachments", "quiz", "assignment"],
      "/posts": ["author", "category"],
      "/digital_products/:product": ["files"],
      "/consulting_bookings": ["service", "service.lecturers", "lecturer", "member"],
    };
    for (const [path, names] of Object.entries(expected)) {
      const missing = names.filter((name) => !paths.get(path)!.includes(name));
      assert.deepEqual(missing, [], path);
    }
    assert.ok([...paths.values()].flat().every((path) => path.split(".").length <= 2 && path === toWire(path)));
  });
});

void describe("Expanded lecturers of a course", () => {
  void test("are in the order of the course, each with their member, without deleted ones", async () => {
    const operator = await anOperator("courses:read lecturers:read lecturers:write members:read");
    const scope = operator.site.context();
    const [course, first, second, gone] = [newId(), newId(), newId(), newId()];
    await insertCourse(scope, { id: course, slug: "knots", name: "Knots" }, now());
    await insertLecturer(scope, { id: first, name: "Ana", slug: "ana", memberId: operator.member.id }, now());
    await insertLecturer(scope, { id: second, name: "Bo", slug: "bo" }, now());
    await insertLecturer(scope, { id: gone, name: "Cy", slug: "cy", deletedAt: now() }, now());
    await relate(scope, course, { lecturerIds: [second, gone, first] });
    const response = await operator.get("/courses/knots?expand=lecturers.member&fields=id,lecturers");
    assert.deepEqual(
      response
        .json<{ lecturers: { name: string; member: { email: string } | null }[] }>()
        .lecturers.map(({ name, member }) => [name, member?.email ?? null]),
      [
        ["Bo", null],
        ["Ana", operator.member.email],
      ],
    );
    assert.equal(response.json<{ lecturer_ids?: string[] }>().lecturer_ids, undefined);
  });
});
