import assert from "node:assert/strict";
import { test } from "node:test";
import { anOperator, type Operator, problemOf } from "../support/operator.ts";

const scopes = "courses:read courses:write students:write storage:write";

void test("A rejected body is reported in sentences with each request path and the expected value", async () => {
  const operator = await anOperator(scopes);
  const response = await operator.post("/courses", {
    name: "",
    tags: [1],
    available_from: "tomorrow",
    position: 1.5,
    comments_enabled: "yes",
    course_type: "no",
    access: { kind: "days", days: 0 },
    drip: { mode: "weekly" },
    outcomes: Array.from({ length: 31 }, () => "x"),
    seo: { title: "x".repeat(201) },
    metadata: { ["k".repeat(41)]: "x" },
  });
  const { errors } = response.json<{ errors: { pointer: string; detail: string }[] }>();
  assert.deepEqual(Object.fromEntries(errors.map(({ pointer, detail }) => [pointer, detail])), {
    "/name": "Expected a name.",
    "/tags/0": "Expected a string.",
    "/available_from": "Expected a date like 2026-03-01, or a timestamp like 2026-03-01T09:00:00Z (RFC 3339).",
    "/position": "Expected a whole number.",
    "/comments_enabled": "Expected true or false.",
    "/course_type": "Expected one of free, paid, pre_order, membership_only.",
    "/access/days": "Expected at least 1.",
    "/drip/mode": "Expected one of none, by_enrollment_day, by_date, sequential.",
    "/outcomes": "Expected at most 30 items.",
    "/seo/title": "Expected at most 200 characters.",
    [`/metadata/${"k".repeat(41)}`]: "Invalid key: Expected at most 40 characters.",
  });
  const { detail } = problemOf(response);
  assert.equal(detail, errors.map((error) => `${error.pointer}: ${error.detail}`).join(" "));
});

void test("A missing field is reported as required, under its request name", async () => {
  const operator = await anOperator(scopes);
  const upload = await operator.post("/uploads", {
    filename: "a.txt",
    byte_size: 1,
    purpose: "other",
    sha256: "0".repeat(64),
  });
  assert.deepEqual(problemOf(upload), {
    status: 422,
    code: "validation_failed",
    detail: "/content_type: This is required.",
    pointers: ["/content_type"],
  });
});

void test("A rejected filter is named in its error", async () => {
  const operator = await anOperator(scopes);
  const details = await Promise.all(
    ["limit=999", "status=gone", "created_at[gte]=2020"].map(async (query) => {
      const { code, detail } = problemOf(await operator.get(`/courses?${query}`));
      return [code, detail];
    }),
  );
  assert.deepEqual(details, [
    ["invalid_filter", "/limit: Expected at most 200."],
    ["invalid_filter", "/status/0: Expected one of draft, published, archived."],
    [
      "invalid_filter",
      "/created_at/gte: Expected a date like 2026-03-01, or a timestamp like 2026-03-01T09:00:00Z (RFC 3339).",
    ],
  ]);
});

void test("An atomic request reports paths in the rows as sent, for fields at any level", async () => {
  const operator = await anOperator(scopes);
  const { id } = (await operator.post("/courses", { name: "One" })).json<{ id: string }>();
  const courses = await operator.post("/courses/bulk", {
    atomic: true,
    operations: [
      { op: "create", data: { name: "" } },
      { op: "update", id, data: { level: "hard" } },
      { op: "update", id: "mbr_01k9g2c8p4e6t0v3x5y7z9b1d3", data: { name: "Two" } },
      { op: "delete", id: "mbr_01k9g2c8p4e6t0v3x5y7z9b1d3" },
    ],
  });
  assert.deepEqual(problemOf(courses).pointers, [
    "/operations/0/data/name",
    "/operations/1/data/level",
    "/operations/2/id",
    "/operations/3/id",
  ]);
  const students = await operator.post("/students/bulk", {
    atomic: true,
    operations: [{ op: "create", data: { email: "unknown" } }],
  });
  assert.deepEqual(problemOf(students).pointers, ["/operations/0/data/email"]);
});

void test("An invalid value of a setting has the same messages", async () => {
  const operator = await anOperator("school:write");
  const response = await operator.patch("/school/settings/general", { settings: { hour_format: "13" } });
  assert.deepEqual(problemOf(response), {
    status: 422,
    code: "validation_failed",
    detail: "Expected one of 12, 24.",
    pointers: ["/settings/hour_format"],
  });
});

void test("An id of another kind is rejected with the expected kind in the message", async () => {
  const operator = await anOperator("courses:read storage:write");
  const wrong = "mbr_01k9g2c8p4e6t0v3x5y7z9b1d3";
  const upload = problemOf(await operator.get(`/uploads/${wrong}`));
  assert.match(upload.detail, /^Expected the ID of an upload: upl_/);
  const courses = problemOf(await operator.get(`/courses?category_id=${wrong}`));
  assert.match(courses.detail, /^Expected the ID of a course category: cct_/);
});

const detailOf = async (response: ReturnType<Operator["get"]>) => problemOf(await response).detail;

void test("An unknown name is rejected with the known ones, or with a note that none exist", async () => {
  const operator = await anOperator("courses:read courses:write school:read");
  const { id } = (await operator.post("/courses", { name: "One" })).json<{ id: string }>();
  const course = `/courses/${id}`;

  assert.equal(
    await detailOf(operator.post(`${course}/publish`, { x: 1 })),
    "/x: There is no such field. Omit all fields.",
  );
  assert.equal(
    await detailOf(operator.patch(course, { drip: { mode: "none", x: 1 } })),
    "/drip/x: There is no such field. Expected mode.",
  );
  const unknown = "Unknown query parameter foo.";
  assert.equal(await detailOf(operator.patch(`${course}?foo=1`, {})), `${unknown} Expected one of fields, dry_run.`);
  assert.equal(await detailOf(operator.delete(`${course}?foo=1`)), `${unknown} Expected dry_run.`);
  assert.equal(await detailOf(operator.get("/school?foo=1")), `${unknown} Expected fields.`);
  assert.match(await detailOf(operator.patch(`${course}?dryrun=true`, {})), / Did you mean dry_run\?$/);
  assert.equal(
    await detailOf(operator.get("/courses?updated_at=2026-01-01")),
    `Unknown query parameter updated_at. Add a comparison: ${["gte", "gt", "lte", "lt", "is"].map((one) => `updated_at[${one}]`).join(", ")}.`,
  );
});

const repeated = (name: string) => `The query has the parameter ${name} more than once.`;

void test("A repeated query parameter is rejected unless it takes several values", async () => {
  const operator = await anOperator("courses:read");
  assert.equal(await detailOf(operator.get("/courses?limit=1&limit=2")), `${repeated("limit")} Send it once.`);
  const dryRun = operator.post("/courses?dry_run=false&dry_run=true", { name: "Knots" });
  assert.equal(await detailOf(dryRun), `${repeated("dry_run")} Send it once.`);
  for (const list of ["status[]", "status[0]"]) {
    assert.equal(
      await detailOf(operator.get(`/courses?${list}=draft`)),
      `Unknown query parameter ${list}. Separate several values by commas: status=first,second.`,
    );
  }
});

void test("Parameters with several values accept commas and repetition, also both", async () => {
  const operator = await anOperator("courses:read courses:write");
  for (const name of ["Knots", "Charts"]) await operator.post("/courses", { name });
  const read = async (query: string) => {
    const response = await operator.get(`/courses?sort=name&${query}`);
    assert.equal(response.statusCode, 200, response.body);
    return response.json<{ data: object[] }>().data;
  };
  const [charts, knots] = await read("fields=id,name");
  assert.deepEqual(await read("fields=id&fields=name"), [charts, knots]);
  const { id } = knots as { id: string };
  const other = (charts as { id: string }).id;
  assert.equal((await read(`status=published&status=draft&ids=${id}`)).length, 1);
  assert.equal((await read(`status=archived,published&status=draft&ids=${id}&ids=${other}`)).length, 2);
  assert.equal((await read("status=published&status=archived")).length, 0);
  assert.deepEqual(await read("sort=-created_at&fields=id,name"), [charts, knots]);
  const many = Array.from({ length: 201 }, () => `ids=${id}`).join("&");
  assert.equal((await operator.get(`/courses?${many}`)).statusCode, 400);
});

void test("Invalid JSON is reported with the line and the column of the first wrong character", async () => {
  const operator = await anOperator(scopes);
  const send = (payload: string) =>
    operator.site.request("POST", "/api/v1/courses", {
      bearer: operator.bearer,
      payload,
      headers: { "content-type": "application/json" },
    });
  const padding = `"notes": "${"x".repeat(70_000)}",`;
  for (const [body, where] of [
    ['{\n  "name": "Night sky",\n  "tags": [a]\n}', "unexpected text at line 3, column 12."],
    ['{"name": "Night sky",}', "unexpected text at line 1, column 22."],
    ['{"name": "Night\tsky"}', "unexpected text at line 1, column 10."],
    ['{"name":\n', "it ends early, at line 2, column 1."],
    [`{${padding}\n  name: 1}`, "unexpected text at line 2, column 3."],
  ] as const) {
    const response = await send(body);
    assert.equal(response.statusCode, 400);
    assert.equal(problemOf(response).detail, `The request body is not valid JSON: ${where}`);
  }
  const [body, detail] = ['{"a":\n ,,', "The request body is not valid JSON: unexpected text at line 2, column 2."];
  for (const path of ["/mcp", "/api/oauth/register"]) {
    const response = await operator.site.request("POST", path, {
      payload: body,
      headers: { "content-type": "application/json", accept: "application/json, text/event-stream" },
    });
    assert.equal(response.statusCode, 400, path);
    assert.ok(response.body.includes(detail), `${path}: ${response.body}`);
  }
});

void test("A parameter unlike all others gets the list of parameters, not a guess", async () => {
  const operator = await anOperator(scopes);
  assert.match(problemOf(await operator.get("/courses?statsu=draft")).detail, /Did you mean status\?$/);
  const { detail } = problemOf(await operator.get("/courses?owner=me"));
  assert.match(detail, /^Unknown query parameter owner\. Expected one of /);
});
