import assert from "node:assert/strict";
import { test } from "node:test";
import { assertStatus } from "../../support/assert-status.ts";
import { anOperator, operatorOf, problemOf } from "../support/operator.ts";
import { aCourse, type Json, scopes } from "../support/made-courses.ts";

void test("Categories nest without cycles, and must be empty to be deleted", async () => {
  const operator = await anOperator(scopes);
  const make = async (fields: Json) => (await operator.post("/course_categories", fields)).json<{ id: string }>();
  const nature = await make({ name: "Nature" });
  const sky = await make({ name: "Sky", parent_id: nature.id });
  const round = await operator.patch(`/course_categories/${nature.id}`, { parent_id: sky.id });
  assert.deepEqual(problemOf(round).pointers, ["/parent_id"]);
  const course = await aCourse(operator, { category_ids: [sky.id] });
  assert.deepEqual(
    problemOf(await operator.post("/courses", { name: "x", category_ids: [nature.id, course.id] })).code,
    "invalid_id",
  );
  const listed = (await operator.get(`/courses?category_id=${sky.id}`)).json<{ data: { id: string }[] }>();
  assert.deepEqual(
    listed.data.map(({ id }) => id),
    [course.id],
  );

  const refused = await operator.delete(`/course_categories/${sky.id}`);
  assert.deepEqual([refused.statusCode, problemOf(refused).code], [409, "has_dependents"]);
  const moved = await operator.delete(`/course_categories/${sky.id}?reassign_to=${nature.id}`);
  assertStatus(moved, 204);
  assert.deepEqual((await operator.get(`/courses/${course.id}`)).json<Json>()["category_ids"], [nature.id]);
  const { data } = (await operator.get("/course_categories")).json<{ data: Json[] }>();
  assert.deepEqual(
    data.map(({ name, course_count }) => [name, course_count]),
    [["Nature", 1]],
  );
});

void test("Tags in use are counted", async () => {
  const operator = await anOperator(scopes);
  await aCourse(operator, { tags: ["stars", "night"] });
  await aCourse(operator, { tags: ["stars"] });
  const { data } = (await operator.get("/tags?kind=course")).json<{ data: Json[] }>();
  assert.deepEqual(
    data.map(({ name, count }) => [name, count]),
    [
      ["stars", 2],
      ["night", 1],
    ],
  );
});

void test("Tags are read page by page, most used first, each once", async () => {
  const operator = await anOperator(`${scopes} posts:read`);
  for (const tags of [
    ["b b", "a", "c"],
    ["b b", "a"],
    ["b b", "d"],
  ])
    await aCourse(operator, { tags });
  const names: unknown[] = [];
  for (let path: string | undefined = "/tags?limit=1"; path;) {
    const response = await operator.get(path);
    names.push(...response.json<{ data: Json[] }>().data.map(({ name }) => name));
    path = /<https:\/\/[^/]+\/api\/v1([^>]+)>; rel="next"/.exec(String(response.headers["link"]))?.[1];
  }
  assert.deepEqual(names, ["b b", "a", "c", "d"]);
  const { page } = (await operator.get("/tags?limit=1")).json<{ page: { next_cursor: string } }>();
  const other = await operator.get(`/tags?kind=post&cursor=${page.next_cursor}`);
  assert.equal(problemOf(other).code, "invalid_cursor");
  for (const value of ["", "1", "x a", "1 \0", 7]) {
    const [digest] = JSON.parse(Buffer.from(page.next_cursor, "base64url").toString()) as [string];
    const id = "00000000-0000-0000-0000-000000000000";
    const forged = Buffer.from(JSON.stringify([digest, value, id])).toString("base64url");
    assert.equal(problemOf(await operator.get(`/tags?cursor=${forged}`)).code, "invalid_cursor", String(value));
  }
});

void test("A lecturer can assign categories to their own courses and cannot change a category", async () => {
  const owner = await anOperator("courses:read courses:write");
  const { id } = (await owner.post("/course_categories", { name: "Sea" })).json<{ id: string }>();
  const lecturer = await operatorOf(owner.site, "courses:read courses:write", { roles: ["lecturer"] });
  const answers = [
    await lecturer.post("/course_categories", { name: "Mine" }),
    await lecturer.patch(`/course_categories/${id}`, { name: "Mine" }),
    await lecturer.delete(`/course_categories/${id}`),
  ];
  for (const answer of answers) assert.deepEqual([answer.statusCode, problemOf(answer).code], [403, "role_required"]);
});

void test("Categories are returned as a tree on request", async () => {
  const operator = await anOperator("courses:read courses:write");
  const make = async (fields: object) => (await operator.post("/course_categories", fields)).json<{ id: string }>().id;
  const sea = await make({ name: "Sea", position: 1 });
  const tides = await make({ name: "Tides", parent_id: sea });
  await make({ name: "Spring tides", parent_id: tides });
  await make({ name: "Air" });
  interface Node {
    name: string;
    children: Node[];
  }
  const namesOf = (nodes: Node[]): unknown => nodes.map(({ name, children }) => [name, namesOf(children)]);
  const tree = await operator.get("/course_categories?tree=true");
  assert.deepEqual(namesOf(tree.json<{ data: Node[] }>().data), [
    ["Air", []],
    ["Sea", [["Tides", [["Spring tides", []]]]]],
  ]);
  const found = async (parents: string) =>
    (await operator.get(`/course_categories?parent_id=${parents}`))
      .json<{ data: Node[] }>()
      .data.map(({ name }) => name);
  assert.deepEqual(await found("null"), ["Air", "Sea"]);
  assert.deepEqual(await found(tides), ["Spring tides"]);
  assert.deepEqual((await found(`null,${tides}`)).toSorted(), ["Air", "Sea", "Spring tides"]);
});

void test("Tags of posts and members are listed for callers who may read these", async () => {
  const operator = await anOperator("courses:read posts:read posts:write");
  const post = { title: "Knots", body_markdown: "Knots.", access: "public", tags: ["rope"] };
  assert.equal((await operator.post("/posts", post)).statusCode, 201);
  const { data } = (await operator.get("/tags?kind=post")).json<{ data: { name: string; count: number }[] }>();
  assert.deepEqual(data, [{ object: "tag", kind: "post", name: "rope", count: 1 }]);
  const refused = problemOf(await operator.get("/tags?kind=member"));
  assert.deepEqual([refused.status, refused.code], [403, "insufficient_scope"]);
});
