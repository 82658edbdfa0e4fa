import assert from "node:assert/strict";
import { test } from "node:test";
import { assertOk } from "../support/assert-status.ts";
import { day } from "../support/clock.ts";
import { database } from "../support/databases/database.ts";
import { type ASite, later } from "../support/world.ts";
import { aFreeCourse } from "../pages/support/free-school.ts";
import { make } from "../rest/support/make.ts";
import { anOperator, type Operator, operatorOf } from "../rest/support/operator.ts";

const scopes =
  "courses:read courses:write curriculum:read curriculum:write students:write digital_products:read digital_products:write";

/** The date of a page in the sitemap of its kind. */
async function lastmodOf(site: ASite, kind: string, path: string): Promise<string> {
  const index = (await site.get("/sitemap.xml")).body;
  const [, address] = new RegExp(`<loc>([^<]*/sitemaps/${kind}\\.xml[^<]*)</loc>`).exec(index)!;
  const { pathname, search } = new URL(address!);
  const { body } = await site.get(`${pathname}${search}`);
  return new RegExp(`${path}</loc><lastmod>([^<]+)<`).exec(body)![1]!;
}

/** Runs changes one day after another, and returns which of them moved the date of the page, and `updated_at`. */
async function movesOf(
  operator: Operator,
  { kind, path, resource }: { kind: string; path: string; resource: string },
  changes: ((operator: Operator) => unknown)[],
): Promise<[lastmod: boolean, updatedAt: boolean][]> {
  const { site } = operator;
  const moves: [boolean, boolean][] = [];
  const timesAt = async (own: Operator) => [
    await lastmodOf(site, kind, path),
    (await own.get(resource)).json<{ updated_at: string }>().updated_at,
  ];
  let before = await timesAt(operator);
  for (const [index, change] of changes.entries()) {
    await later((index + 1) * day, async () => {
      const own = await operatorOf(site, scopes);
      await change(own);
      const after = await timesAt(own);
      moves.push([after[0] !== before[0], after[1] !== before[1]]);
      before = after;
    });
  }
  return moves;
}

void test("The date of a page in the sitemap follows changes of content, not those of counts", async () => {
  const operator = await anOperator(scopes);
  const { site } = operator;
  const course = await aFreeCourse(operator);
  const enroll = async (own: Operator) =>
    make(own, "/enrollments", { course_id: course.id, student_id: (await site.member()).sub });
  const page = { kind: "courses", path: `/courses/${course.slug}`, resource: `/courses/${course.id}` };
  const moves = await movesOf(operator, page, [
    enroll,
    enroll,
    async (own) => assertOk(await own.patch(page.resource, { subtitle: "By hand" })),
    enroll,
    async (own) => make(own, `/courses/${course.id}/sections`, { title: "More" }),
    enroll,
  ]);
  assert.deepEqual(moves, [
    [false, true],
    [false, true],
    [true, true],
    [false, true],
    [true, true],
    [false, true],
  ]);
});

void test("The same holds for what is sold", async () => {
  const operator = await anOperator(scopes);
  const product = await make(operator, "/digital_products", { name: "Charts", slug: "charts" });
  const { site } = operator;
  await database.run`update digital_products set status = 'published' where site_id = ${site.id}`;
  const page = {
    kind: "digital-products",
    path: "/digital-products/charts",
    resource: `/digital_products/${product.id}`,
  };
  const grant = async (own: Operator) =>
    assertOk(
      await own.post(`/digital_products/${product.id}/grants`, { people: [{ member_id: (await site.member()).sub }] }),
    );
  const moves = await movesOf(operator, page, [
    grant,
    async (own) => assertOk(await own.patch(page.resource, { name: "Sea charts" })),
    grant,
  ]);
  assert.deepEqual(moves, [
    [false, true],
    [true, true],
    [false, true],
  ]);
});
