import assert from "node:assert/strict";
import { test } from "node:test";
import { assertStatus } from "../../support/assert-status.ts";
import { later } from "../../support/world.ts";
import type { Course, CoursePage } from "../support/course-page.ts";
import { anEvent } from "../support/an-event.ts";
import { make } from "../support/make.ts";
import { anOperator, operatorOf, problemOf } from "../support/operator.ts";

const courseScopes = "courses:read courses:write";

void test("Pages follow each other by cursor, each row once, in both directions and every order", async () => {
  const operator = await anOperator(courseScopes);
  for (const name of ["Charts", "Anchors", "Buoys", "Anchors"]) await operator.post("/courses", { name });
  for (const [sort, expected] of [
    ["name", ["Anchors", "Anchors", "Buoys", "Charts"]],
    ["-name", ["Charts", "Buoys", "Anchors", "Anchors"]],
    ["created_at", ["Charts", "Anchors", "Buoys", "Anchors"]],
    ["-created_at", ["Anchors", "Buoys", "Anchors", "Charts"]],
    ["position", ["Charts", "Anchors", "Buoys", "Anchors"]],
    ["published_at", ["Charts", "Anchors", "Buoys", "Anchors"]],
  ] as const) {
    const seen: Course[] = [];
    let path: string | undefined = `/courses?sort=${sort}&limit=1`;
    while (path) {
      const response = await operator.get(path);
      assertStatus(response, 200);
      seen.push(...response.json<CoursePage>().data);
      path = /<https:\/\/[^/]+\/api\/v1([^>]+)>; rel="next"/.exec(String(response.headers["link"]))?.[1];
    }
    assert.deepEqual(
      seen.map(({ name }) => name),
      expected,
      sort,
    );
    assert.equal(new Set(seen.map(({ id }) => id)).size, 4);
  }
});

void test("Ties of one sort key are ordered by the next, across pages and in any directions", async () => {
  const operator = await anOperator(courseScopes);
  const courses = ["2 Charts", "1 Buoys", "2 Anchors", "1 Charts", "1 Anchors", "2 Buoys", "1 Anchors"];
  for (const course of courses) {
    const [position, name] = course.split(" ");
    await operator.post("/courses", { name, position: Number(position) });
  }
  const seenBy = async (sort: string) => {
    const seen: Course[] = [];
    let path: string | undefined = `/courses?sort=${sort}&limit=2`;
    while (path) {
      const response = await operator.get(path);
      assertStatus(response, 200);
      seen.push(...response.json<CoursePage>().data);
      path = /<https:\/\/[^/]+\/api\/v1([^>]+)>; rel="next"/.exec(String(response.headers["link"]))?.[1];
    }
    assert.equal(new Set(seen.map(({ id }) => id)).size, courses.length);
    return seen.map(({ position, name }) => `${String(position)} ${name}`);
  };
  const byName = courses.toSorted();
  assert.deepEqual(await seenBy("position,name"), byName);
  assert.deepEqual(await seenBy("-position,-name,created_at"), byName.toReversed());
  const [ones, twos] = [byName.slice(0, 4), byName.slice(4)];
  assert.deepEqual(await seenBy("-position,name"), [...twos, ...ones]);
  assert.deepEqual(await seenBy("position,-name"), [...ones.toReversed(), ...twos.toReversed()]);

  for (const sort of ["name,-name", "name,nmae", "name,position,created_at,updated_at", ""]) {
    assert.equal(problemOf(await operator.get(`/courses?sort=${sort}`)).code, "invalid_filter", sort);
  }
});

void test("A cursor is valid only with its own filters and order", async () => {
  const operator = await anOperator(courseScopes);
  for (const name of ["One", "Two"]) await operator.post("/courses", { name });
  const { page } = (await operator.get("/courses?limit=1&status=draft")).json<CoursePage>();
  const cursor = encodeURIComponent(page.next_cursor!);
  assert.equal((await operator.get(`/courses?limit=1&status=draft&cursor=${cursor}`)).statusCode, 200);
  assert.equal((await operator.get(`/courses?limit=100&status=draft&cursor=${cursor}`)).statusCode, 200);
  assert.equal(problemOf(await operator.get(`/courses?limit=1&cursor=${cursor}`)).code, "invalid_cursor");
  assert.equal(
    problemOf(await operator.get(`/courses?status=draft&sort=name&cursor=${cursor}`)).code,
    "invalid_cursor",
  );
});

void test("A tampered cursor is rejected, or leads to another page", async () => {
  const operator = await anOperator(courseScopes);
  for (const name of ["One", "Two", "Three"]) await operator.post("/courses", { name });
  for (const sort of ["created_at", "name", "position", "position,name"]) {
    const { page } = (await operator.get(`/courses?limit=1&sort=${sort}`)).json<CoursePage>();
    const [digest, , id] = JSON.parse(Buffer.from(page.next_cursor!, "base64url").toString()) as unknown[];
    for (const value of ["x", 1, "[1]", '["x","y","z"]', "", "9".repeat(40), 1e300, "infinity", null, {}]) {
      const cursor = Buffer.from(JSON.stringify([digest, value, id])).toString("base64url");
      const { statusCode, body } = await operator.get(`/courses?limit=1&sort=${sort}&cursor=${cursor}`);
      assert.ok(statusCode === 200 || statusCode === 400, `${sort} ${JSON.stringify(value)}: ${body}`);
    }
  }
});

void test("A list returns a count on request, and can be reduced to selected fields", async () => {
  const operator = await anOperator(courseScopes);
  for (const name of ["One", "Two", "Three"]) await operator.post("/courses", { name, tags: [name] });
  const counted = (
    await operator.get("/courses?limit=1&include_total=true&tag=One,Two&fields=name")
  ).json<CoursePage>();
  assert.equal(counted.page.total, 2);
  assert.deepEqual(Object.keys(counted.data[0]!), ["name"]);
  const refused = await operator.get("/courses?fields=nmae");
  assert.deepEqual(problemOf(refused).code, "invalid_request");
});

void test("Search matches prefixes of words without accents, and any part of scripts without spaces", async () => {
  const operator = await anOperator(courseScopes);
  const names = ["Économie générale", "夜空の星", "ดาราศาสตร์เบื้องต้น", "مُقَدِّمَة الفلك", "별자리 입문"];
  for (const name of names) await operator.post("/courses", { name });
  const found = async (q: string) =>
    (await operator.get(`/courses?q=${encodeURIComponent(q)}`)).json<CoursePage>().data.map(({ name }) => name);
  assert.deepEqual(await found("econ gen"), [names[0]]);
  assert.deepEqual(await found("夜空"), [names[1]]);
  assert.deepEqual(await found("星"), [names[1]]);
  assert.deepEqual(await found("ศาสตร์"), [names[2]]);
  assert.deepEqual(await found("مقدمة"), [names[3]]);
  assert.deepEqual(await found("별자"), [names[4]]);
  assert.deepEqual(await found("?!"), []);
  assert.deepEqual(await found("nothing"), []);
});

void test("A client that synchronizes course plans or event tickets receives their changes too", async () => {
  const operator = await anOperator(`${courseScopes} events:read events:write`);
  const course = await make(operator, "/courses", { name: "Knots" });
  const event = await anEvent(operator);
  const { updated_at: made } = (await operator.get(`/events/${event.id}`)).json<Course>();
  const lists: [string, string, object][] = [
    [`/courses/${course.id}/plans`, "/course_plans", { plan_type: "free" }],
    [`/events/${event.id}/tickets`, "/event_tickets", {}],
  ];
  for (const [list, resources, fields] of lists) {
    const [kept, gone] = [
      await make(operator, list, { name: "A", ...fields }),
      await make(operator, list, { name: "B", ...fields }),
    ];
    const since = encodeURIComponent(String(gone["updated_at"]));
    await later(1000, async () => {
      assert.equal((await operator.delete(`${resources}/${gone.id}`)).statusCode, 204);
      assert.equal((await operator.patch(`${resources}/${kept.id}`, { name: "C" })).statusCode, 200);
    });
    await later(2000, async () => {
      const changed = await operator.get(
        `${list}?updated_at[gt]=${since}&sort=updated_at&include_deleted=true&limit=5`,
      );
      const { data, deleted } = changed.json<CoursePage>();
      assert.deepEqual([data.map(({ name }) => name), deleted!.map(({ id }) => id)], [["C"], [gone.id]]);
    });
  }
  const touched = (await operator.get(`/events/${event.id}`)).json<Course>();
  assert.ok(touched.updated_at > made, "the event changed along with its tickets");
});

void test("A synchronizing client receives changes and deletions since the last time", async () => {
  const operator = await anOperator(courseScopes);
  const [kept, gone] = [
    await operator.post("/courses", { name: "Kept" }),
    await operator.post("/courses", { name: "Gone" }),
  ];
  const since = encodeURIComponent(gone.json<Course>().updated_at);
  await later(1000, async () => {
    assert.equal((await operator.delete(`/courses/${gone.json<Course>().id}`)).statusCode, 204);
  });
  await later(2000, async () => {
    assert.deepEqual((await operator.get("/courses")).json<CoursePage>().data.length, 1);
    const path = `/courses?include_deleted=true&sort=updated_at&updated_at[gt]=${since}`;
    const { data, deleted } = (await operator.get(path)).json<CoursePage>();
    assert.deepEqual([data, deleted?.map(({ id }) => id)], [[], [gone.json<Course>().id]]);
  });
  await later(91 * 86_400_000, async () => {
    const again = await operatorOf(operator.site, courseScopes);
    assert.deepEqual((await again.get("/courses?include_deleted=true")).json<CoursePage>().deleted, []);
    assert.equal((await again.get(`/courses/${kept.json<Course>().id}`)).statusCode, 200);
  });
});

void test("Expanded fields are in the response when other fields are selected, of one resource and of a list", async () => {
  const operator = await anOperator(`${courseScopes} lecturers:read`);
  const { id } = (await operator.post("/courses", { name: "Knots" })).json<Course>();
  const one = await operator.get(`/courses/${id}?fields=id&expand=lecturers,plans`);
  assert.deepEqual(one.json(), { id, lecturers: [], plans: [] });
  const list = await operator.get("/courses?fields=id,name&expand=lecturers.member");
  assert.equal(list.statusCode, 403, "Each part of a path needs its scope.");
  const page = await operator.get("/courses?fields=name&expand=lecturers");
  assert.deepEqual(page.json<CoursePage>().data, [{ name: "Knots", lecturers: [] }]);
  const plain = await operator.get(`/courses/${id}?fields=id`);
  assert.deepEqual(plain.json(), { id });
});
