import assert from "node:assert/strict";
import { test } from "node:test";
import { assertStatus } from "../support/assert-status.ts";
import { day } from "../support/clock.ts";
import { aSite, type ASite } from "../support/world.ts";
import { aCourse, enroll, watch } from "./support/enrolled.ts";

interface Connection {
  nodes: { slug: string; expireDate: string | null; hasLifetimeAccess: boolean; lastWatchedLecture: object | null }[];
  totalCount: number;
  pageInfo: { hasNextPage: boolean; endCursor: string | null };
}

const fields =
  "nodes { slug expireDate hasLifetimeAccess lastWatchedLecture { lectureId positionSeconds } } totalCount pageInfo { hasNextPage endCursor }";

async function aReader(site?: ASite) {
  const own = site ?? (await aSite());
  const member = await own.member();
  const { access_token } = await own.connect(await own.operatorClient(), member, "account:read");
  const read = async (args = ""): Promise<Connection> => {
    const response = await own.graphql(`{ viewer { enrolledCourses${args} { ${fields} } } }`, access_token);
    assertStatus(response, 200);
    return response.json<{ data: { viewer: { enrolledCourses: Connection } } }>().data.viewer.enrolledCourses;
  };
  return { site: own, member, read, access_token };
}

void test("A new member has no enrollments", async () => {
  const { read } = await aReader();
  assert.deepEqual(await read(), { nodes: [], totalCount: 0, pageInfo: { hasNextPage: false, endCursor: null } });
});

void test("A course has its slug, the end of access, and the last position", async () => {
  const { site, member, read } = await aReader();
  const expiresAt = new Date(Date.now() + 30 * day);
  const course = await enroll(site, member, { expiresAt });
  const lectureId = await watch(site, course, 754);
  const { nodes } = await read();
  assert.deepEqual(nodes, [
    {
      slug: course.slug,
      expireDate: expiresAt.toISOString(),
      hasLifetimeAccess: false,
      lastWatchedLecture: { lectureId, positionSeconds: 754 },
    },
  ]);
});

void test("Lifetime access has no end, and before the first playback there is no position", async () => {
  const { site, member, read } = await aReader();
  await enroll(site, member);
  const [node] = (await read()).nodes;
  assert.deepEqual([node!.expireDate, node!.hasLifetimeAccess, node!.lastWatchedLecture], [null, true, null]);
});

void test("Courses are ordered by last activity, newest first", async () => {
  const { site, member, read } = await aReader();
  const old = await enroll(site, member, { daysAgo: 9 });
  const middle = await enroll(site, member, { daysAgo: 5 });
  const fresh = await enroll(site, member, { daysAgo: 1 });
  const slugs = async () => (await read()).nodes.map(({ slug }) => slug);
  assert.deepEqual(await slugs(), [fresh.slug, middle.slug, old.slug]);
  await watch(site, old, 10);
  assert.deepEqual(await slugs(), [old.slug, fresh.slug, middle.slug]);
});

void test("A query can request hasNextPage without a cursor", async () => {
  const { site, member, access_token } = await aReader();
  const course = await enroll(site, member);
  const response = await site.graphql(
    "{ viewer { enrolledCourses { nodes { slug } pageInfo { hasNextPage } } } }",
    access_token,
  );
  assert.deepEqual(response.json(), {
    data: { viewer: { enrolledCourses: { nodes: [{ slug: course.slug }], pageInfo: { hasNextPage: false } } } },
  });
});

void test("Revoked enrollments never appear, expired ones do", async () => {
  const { site, member, read } = await aReader();
  await enroll(site, member, { status: "revoked" });
  const over = await enroll(site, member, { status: "expired", expiresAt: new Date(Date.now() - day) });
  const { nodes, totalCount } = await read();
  assert.deepEqual([nodes.map(({ slug }) => slug), totalCount], [[over.slug], 1]);
});

void test("Pages follow each other without gaps or repeats, including courses with equal timestamps", async () => {
  const { site, member, read } = await aReader();
  const at = new Date(Date.now() - day);
  for (let count = 0; count < 7; count++) await enroll(site, member, { enrolledAt: at });
  const seen: string[] = [];
  let after: string | null = null;
  for (let page = 0; page < 4; page++) {
    const { nodes, totalCount, pageInfo } = await read(after === null ? "(first: 2)" : `(first: 2, after: "${after}")`);
    seen.push(...nodes.map(({ slug }) => slug));
    assert.deepEqual([totalCount, pageInfo.hasNextPage], [7, page < 3]);
    after = pageInfo.endCursor;
  }
  assert.deepEqual([seen.length, new Set(seen).size], [7, 7]);
  assert.deepEqual(
    (await read("(first: 100)")).nodes.map(({ slug }) => slug),
    seen,
  );
});

void test("first defaults to 20 and must be 1 to 100", async () => {
  const { site, member, read, access_token } = await aReader();
  await Promise.all(Array.from({ length: 21 }, () => enroll(site, member)));
  assert.equal((await read()).nodes.length, 20);
  assert.equal((await read("(first: 100)")).nodes.length, 21);
  for (const first of [0, -1, 101]) {
    const response = await site.graphql(`{ viewer { enrolledCourses(first: ${first}) { totalCount } } }`, access_token);
    const [error] = response.json<{ errors: { extensions: { code: string } }[] }>().errors;
    assert.equal(error!.extensions.code, "BAD_USER_INPUT");
  }
});

void test("An invalid cursor is an error", async () => {
  const { site, access_token } = await aReader();
  for (const after of ["x", "", btoa("1 enr_x"), btoa("999999999999999999 x"), "%00"]) {
    const query = "query ($after: String) { viewer { enrolledCourses(after: $after) { totalCount } } }";
    const response = await site.graphql(query, access_token, { after });
    if (after === "") continue;
    const [error] = response.json<{ errors: { extensions: { code: string } }[] }>().errors;
    assert.equal(error!.extensions.code, "BAD_USER_INPUT", after);
  }
});

void test("Courses of another member, or of the same person at another site, are not visible", async () => {
  const one = await aReader();
  const [neighbour, elsewhere] = [await aReader(one.site), await aReader()];
  const course = await aCourse(one.site);
  await enroll(one.site, one.member, { course });
  const seen = async ({ read }: typeof one, args?: string) => {
    const { nodes, totalCount } = await read(args);
    assert.equal(nodes.length, totalCount);
    return totalCount;
  };
  assert.deepEqual([await seen(one), await seen(neighbour), await seen(elsewhere)], [1, 0, 0]);
  await enroll(one.site, neighbour.member, { course });
  assert.deepEqual([await seen(one), await seen(neighbour)], [1, 1]);

  const { pageInfo } = await neighbour.read("(first: 1)");
  await enroll(one.site, one.member, { daysAgo: 3 });
  assert.deepEqual((await neighbour.read(`(after: "${pageInfo.endCursor}")`)).nodes, []);
});

void test("A course has no fields for orders, coupons, refunds or invoices", async () => {
  const { site, access_token } = await aReader();
  for (const field of ["orderNumber", "couponCode", "refundStatus", "invoice", "price"]) {
    const response = await site.graphql(`{ viewer { enrolledCourses { nodes { ${field} } } } }`, access_token);
    assert.equal(response.statusCode, 400, field);
  }
});
