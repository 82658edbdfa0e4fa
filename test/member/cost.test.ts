import assert from "node:assert/strict";
import { before, test } from "node:test";
import { type ASite, aSite } from "../support/world.ts";

let site: ASite;
let bearer: string;

before(async () => {
  site = await aSite();
  const tokens = await site.connect(await site.operatorClient(), await site.member(), "account:read");
  bearer = tokens.access_token;
});

async function answer(query: string) {
  const response = await site.graphql(query, bearer);
  const { errors } = response.json<{ errors?: { message: string; extensions: { code: string } }[] }>();
  return { status: response.statusCode, code: errors?.[0]?.extensions.code, message: errors?.[0]?.message };
}

const whole = `enrolledCourses(first: 100) { totalCount pageInfo { endCursor } nodes { slug lastWatchedLecture { lectureId } } }`;

void test("The whole of what one member may see is within the limit", async () => {
  assert.deepEqual(await answer(`{ viewer { id name email schools { id name } ${whole} } }`), {
    status: 200,
    code: undefined,
    message: undefined,
  });
});

void test("More than 500 nodes are refused before anything is executed", async () => {
  const many = Array.from({ length: 3 }, (_, index) => `a${index}: ${whole}`).join(" ");
  const { status, code, message } = await answer(`{ viewer { ${many} } }`);
  assert.deepEqual([status, code], [400, "COST_LIMIT_EXCEEDED"]);
  assert.match(message!, /500 nodes/);
});

void test("Counting costs too: aliases of totalCount multiply no work", async () => {
  const counts = Array.from({ length: 300 }, (_, index) => `c${index}: enrolledCourses { totalCount }`).join(" ");
  assert.equal((await answer(`{ viewer { ${counts} } }`)).code, "COST_LIMIT_EXCEEDED");
});

void test("Fragments that spread one another are counted in place, and never multiply without end", async () => {
  const fragments = Array.from(
    { length: 40 },
    (_, index) => `fragment F${index} on Viewer { ...F${index + 1} ...F${index + 1} }`,
  );
  const started = performance.now();
  const { code } = await answer(`{ viewer { ...F0 } } ${fragments.join(" ")} fragment F40 on Viewer { id }`);
  assert.equal(code, "COST_LIMIT_EXCEEDED");
  assert.ok(performance.now() - started < 5000);
});

void test("A variable stands for the most that first may be", async () => {
  const query = `query Q($n: Int!) { viewer { a: enrolledCourses(first: $n) { nodes { slug lastWatchedLecture { lectureId } } }
    b: enrolledCourses(first: $n) { nodes { slug lastWatchedLecture { lectureId } } }
    c: enrolledCourses(first: $n) { nodes { slug lastWatchedLecture { lectureId } } } } }`;
  const response = await site.graphql(query, bearer, { n: 1 });
  assert.equal(response.json().errors[0].extensions.code, "COST_LIMIT_EXCEEDED");
});
