import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { getIntrospectionQuery } from "graphql";
import { cpuTime } from "../support/meters/cpu-time.ts";
import { type ASite, aSite } from "../support/world.ts";

let site: ASite;

let bearer: string;

async function answer(query: string) {
  const response = await site.graphql(query, bearer);
  const { errors } = response.json<{ errors?: { message: string; extensions: { code: string } }[] }>();
  return { status: response.statusCode, code: errors?.[0]?.extensions.code, message: errors?.[0]?.message };
}

const whole = `enrolledCourses(first: 100) { totalCount pageInfo { endCursor } nodes { slug lastWatchedLecture { lectureId } } }`;

const aliases = (count: number) => Array.from({ length: count }, (_, index) => `a${index}: id`).join(" ");

const connections = (count: number, items: string) =>
  Array.from({ length: count }, (_, index) => `a${index}: enrolledCourses(first: 100) { ${items} }`).join(" ");

const singleNodes = (count: number) =>
  Array.from({ length: count }, (_, index) => `n${index}: node(id: "x") { id }`).join(" ");

const nested = (levels: number) => "... on Viewer { ".repeat(levels) + "id" + " }".repeat(levels);

void describe("The cost limits of Member API queries", () => {
  before(async () => {
    site = await aSite();
    const tokens = await site.connect(await site.operatorClient(), await site.member(), "account:read");
    bearer = tokens.access_token;
  });

  void test("A query for everything that a member can see is within the limit", async () => {
    assert.deepEqual(await answer(`{ viewer { id name email schools { id name } ${whole} } }`), {
      status: 200,
      code: undefined,
      message: undefined,
    });
  });

  void test("More than 500 nodes are rejected before execution", async () => {
    const many = Array.from({ length: 5 }, (_, index) => `a${index}: ${whole}`).join(" ");
    const { status, code, message } = await answer(`{ viewer { ${many} } }`);
    assert.deepEqual([status, code], [400, "COST_LIMIT_EXCEEDED"]);
    assert.match(message!, /500 nodes/);
    const fewer = Array.from({ length: 4 }, (_, index) => `a${index}: ${whole}`).join(" ");
    assert.deepEqual(await answer(`{ viewer { ${fewer} } }`), { status: 200, code: undefined, message: undefined });
  });

  void test("Edges count as nodes do, and both together count twice", async () => {
    const edges = "edges { cursor node { slug } }";
    for (const [items, accepted] of [
      [edges, 4],
      ["nodes { slug }", 4],
      [`${edges} nodes { slug }`, 2],
    ] as const) {
      assert.equal((await answer(`{ viewer { ${connections(accepted, items)} } }`)).code, undefined, items);
      const { code } = await answer(`{ viewer { ${connections(accepted + 1, items)} } }`);
      assert.equal(code, "COST_LIMIT_EXCEEDED", items);
    }
  });

  void test("A single node costs ten, because its details are loaded for it alone", async () => {
    assert.equal((await answer(`{ ${singleNodes(50)} }`)).code, "BAD_USER_INPUT");
    assert.equal((await answer(`{ ${singleNodes(50)} viewer { id } }`)).code, "COST_LIMIT_EXCEEDED");
  });

  void test("Counts cost too: they are scalar fields that take a statement", async () => {
    const counts = Array.from({ length: 26 }, (_, index) => `c${index}: unreadNotificationCount`).join(" ");
    const repeated = `fragment F on Query { ${counts} }`;
    assert.equal((await answer(`{ ...F } ${repeated}`)).code, undefined);
    assert.equal((await answer(`{ ...F ...F } ${repeated}`)).code, "COST_LIMIT_EXCEEDED");
  });

  void test("More than 50 aliases are rejected, because only aliases multiply a response", async () => {
    assert.equal((await answer(`{ viewer { ${aliases(50)} } }`)).code, undefined);
    const { code, message } = await answer(`{ viewer { ${aliases(51)} } }`);
    assert.equal(code, "COST_LIMIT_EXCEEDED");
    assert.match(message!, /50 aliases/);
  });

  void test("More than 8 levels and more than 2,000 tokens are rejected", async () => {
    assert.equal((await answer(`{ viewer { ${nested(30)} } }`)).code, undefined);
    const course = "progress { nextLecture { lectureId } }";
    assert.equal((await answer(`{ viewer { enrolledCourses { nodes { ${course} } } } }`)).code, undefined);
    assert.equal((await answer(`{ viewer { ${"id ".repeat(200)} } }`)).code, undefined);
    assert.equal((await answer(`{ viewer { ${"id ".repeat(201)} } }`)).code, "COST_LIMIT_EXCEEDED");
    assert.equal((await answer(`{ viewer { ${"id ".repeat(2000)} } }`)).code, "GRAPHQL_PARSE_FAILED");
  });

  void test("Full introspection is allowed, and deeply nested types are rejected", async () => {
    assert.equal((await answer(getIntrospectionQuery())).code, undefined);
    const deep = "{ __schema { types { fields { type { fields { type { fields { name } } } } } } } }";
    assert.ok(["COST_LIMIT_EXCEEDED", "GRAPHQL_VALIDATION_FAILED"].includes((await answer(deep)).code!));
    const possible = "{ __schema { types { fields { args { type { inputFields { name } } } } } } }";
    assert.equal((await answer(possible)).code, "COST_LIMIT_EXCEEDED");
    const wide = Array.from({ length: 50 }, (_, index) => `a${index}: __schema { types { name } }`).join(" ");
    assert.equal((await answer(`{ ${wide} viewer { id } }`)).code, "COST_LIMIT_EXCEEDED");
  });

  void test("Each mutation costs ten, so one request cannot make hundreds of changes", async () => {
    const { access_token } = await site.connect(
      await site.operatorClient(),
      await site.member(),
      "account:read account:write",
    );
    const changes = Array.from({ length: 51 }, () => "markAllNotificationsRead { markedCount }");
    const mutation = (count: number) =>
      `mutation { ${changes
        .slice(0, count)
        .map((change, index) => `m${index}: ${change}`)
        .join(" ")} }`;
    assert.equal((await site.graphql(mutation(20), access_token)).json().errors, undefined);
    const refused = await site.graphql(mutation(51), access_token);
    assert.equal(refused.json().errors[0].extensions.code, "COST_LIMIT_EXCEEDED");
  });

  void test("Fragments that spread one another are counted in place, and cycles end", async () => {
    const fragments = Array.from(
      { length: 40 },
      (_, index) => `fragment F${index} on Viewer { ...F${index + 1} ...F${index + 1} }`,
    );
    const milliseconds = await cpuTime(async () => {
      const { code } = await answer(`{ viewer { ...F0 } } ${fragments.join(" ")} fragment F40 on Viewer { id }`);
      assert.equal(code, "COST_LIMIT_EXCEEDED");
    });
    assert.ok(milliseconds < 5000, `${milliseconds} ms`);
  });

  void test("A variable counts with its value, its default, or the default of first", async () => {
    const five = Array.from({ length: 5 }, (_, index) => `a${index}: enrolledCourses(first: $n) { nodes { slug } }`);
    const execute = async (definition: string, variables: object) => {
      const response = await site.graphql(`query (${definition}) { viewer { ${five.join(" ")} } }`, bearer, variables);
      return response.json().errors?.[0].extensions.code;
    };
    assert.equal(await execute("$n: Int!", { n: 90 }), undefined);
    assert.equal(await execute("$n: Int!", { n: 100 }), "COST_LIMIT_EXCEEDED");
    assert.equal(await execute("$n: Int = 100", {}), "COST_LIMIT_EXCEEDED");
    assert.equal(await execute("$n: Int = 100", { n: 20 }), undefined);
    assert.equal(await execute("$n: Int = 100", { n: null }), undefined);
    assert.equal(await execute("$n: Int", {}), undefined);
    for (const name of ["toString", "constructor", "__proto__"]) {
      const query = `query ($${name}: Int = 100) { viewer { ${five.join(" ").replaceAll("$n", `$${name}`)} } }`;
      const { errors } = (await site.graphql(query, bearer, {})).json<{ errors: { extensions: { code: string } }[] }>();
      assert.equal(errors[0]!.extensions.code, "COST_LIMIT_EXCEEDED", name);
    }
  });
});
