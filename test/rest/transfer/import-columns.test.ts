import assert from "node:assert/strict";
import { test } from "node:test";
import { assertStatus } from "../../support/assert-status.ts";
import { runJobsOf } from "../../support/processes/run-jobs.ts";
import { sendFile, type AFile } from "../../support/worlds/uploads.ts";
import { anOperator, type Operator, problemOf } from "../support/operator.ts";

const scopes =
  "school:write school:read students:write students:read courses:write courses:read curriculum:write storage:write members:read members:write";

interface Preview {
  encoding: string;
  platform: string | null;
  columns: { header: string; column: string | null; sample: string }[];
  missing: string[];
  total: number;
  rows: { row_number: number; values: Record<string, unknown> | null; problem: string | null }[];
  left_behind: string[];
}

async function preview(operator: Operator, body: object): Promise<Preview> {
  const response = await operator.post("/imports/preview", body);
  assertStatus(response, 200);
  return response.json<Preview>();
}

const columnsOf = ({ columns }: Preview) => Object.fromEntries(columns.map(({ header, column }) => [header, column]));

async function importRows(operator: Operator, body: object) {
  const started = await operator.post("/imports", { format: "csv", ...body });
  assertStatus(started, 202);
  await runJobsOf(operator.site.site);
  const { id } = started.json<{ id: string }>();
  return (await operator.get(`/jobs/${id}`)).json<{ status: string; progress: Record<string, number> }>();
}

const fileOf = async (operator: Operator, bytes: Uint8Array): Promise<string> => {
  const response = await sendFile(operator, bytes, { purpose: "import" }, { name: "people.csv" });
  assertStatus(response, 201);
  return response.json<AFile>().id;
};

void test("Columns with other names, signs and languages are matched, and people change the match", async () => {
  const operator = await anOperator(scopes);
  const inline =
    "\uFEFFE-Mail Address;First Name;Surname;Favorite color\nana@columns.example;Ana;Lima;blue\nnot-an-address;B;C;red\n";
  const found = await preview(operator, { resource: "students", inline });
  assert.deepEqual(columnsOf(found), {
    "E-Mail Address": "email",
    "First Name": "first_name",
    Surname: "last_name",
    "Favorite color": null,
  });
  assert.deepEqual(
    [found.total, found.rows[0]!.values, found.rows[0]!.problem],
    [2, { email: "ana@columns.example", name: "Ana Lima" }, null],
  );
  assert.match(found.rows[1]!.problem ?? "", /email/);

  const columns = { ...columnsOf(found), "Favorite color": "metadata.color" };
  const job = await importRows(operator, { resource: "students", inline, columns });
  assert.deepEqual([job.status, job.progress["created"], job.progress["failed"]], ["partially_succeeded", 1, 1]);
  const [ana] = (await operator.get("/students?q=lima")).json<{ data: { name: string; metadata: object }[] }>().data;
  assert.deepEqual([ana!.name, ana!.metadata], ["Ana Lima", { color: "blue" }]);

  const chinese = await preview(operator, {
    resource: "students",
    inline: "姓氏\t名字\t電子郵件\n林\t小明\tlin@columns.example\n",
  });
  assert.deepEqual(chinese.rows[0]!.values, { email: "lin@columns.example", name: "林小明" });
});

void test("A file in another encoding is recognized or named, and read", async () => {
  const operator = await anOperator(scopes);
  const latin = Buffer.from("Name,Email\nZoë Müller,zoe@encodings.example\n", "latin1");
  const found = await preview(operator, { resource: "students", file_id: await fileOf(operator, latin) });
  assert.deepEqual([found.encoding, found.rows[0]!.values?.["name"]], ["windows-1252", "Zoë Müller"]);
  const big5 = Buffer.from([
    0xa9,
    0x6d,
    0xa6,
    0x57,
    ...Buffer.from(",Email\n"),
    0xaa,
    0x4c,
    ...Buffer.from(",lin@big5.example\n"),
  ]);
  const file_id = await fileOf(operator, big5);
  const job = await importRows(operator, {
    resource: "students",
    file_id,
    encoding: "big5",
    columns: { 姓名: "name", Email: "email" },
  });
  assert.deepEqual([job.status, job.progress["created"]], ["succeeded", 1]);
  const [lin] = (await operator.get("/members?email=lin@big5.example")).json<{ data: { name: string }[] }>().data;
  assert.equal(lin!.name, "林");
});

void test("Exports of other programs are recognized, with what stays behind, and their courses and dates are read", async () => {
  const operator = await anOperator(scopes);
  const course = (await operator.post("/courses", { name: "Knots for sailors" })).json<{ id: string; slug: string }>();
  const learnDash =
    "user_id,name,email,course_id,course_title,steps_completed,steps_total,course_completed,course_completed_on\n" +
    "12,Ana Lima,ana@learndash.example,5,Knots for Sailors,3,3,YES,2026-02-03\n" +
    "13,Bo Berg,bo@learndash.example,5,No such course,1,3,NO,\n";
  const people = await preview(operator, { resource: "students", inline: learnDash });
  assert.deepEqual(
    [people.platform, people.rows[0]!.values],
    ["learndash", { external_id: "12", name: "Ana Lima", email: "ana@learndash.example" }],
  );
  await importRows(operator, { resource: "students", inline: learnDash, columns: columnsOf(people) });
  const found = await preview(operator, { resource: "enrollments", inline: learnDash });
  assert.equal(found.platform, "learndash");
  assert.ok(found.left_behind.includes("passwords") && found.left_behind.includes("step_counts"));
  assert.deepEqual(found.rows[0]!.values, {
    student_email: "ana@learndash.example",
    course_slug: course.slug,
    completed_at: "2026-02-03",
  });
  const job = await importRows(operator, { resource: "enrollments", inline: learnDash, columns: columnsOf(found) });
  assert.deepEqual([job.progress["created"], job.progress["failed"]], [1, 1]);

  const lifter =
    "ID,Last Name,First Name,Email,Status,Enrollment Updated,Completed,Progress,Grade\n" +
    '7,Lima,Ana,ana@learndash.example,Enrolled,"January 5, 2026",,40%,–\n';
  const students = await preview(operator, {
    resource: "enrollments",
    inline: lifter,
    fixed: { course_slug: course.slug },
  });
  assert.deepEqual([students.platform, students.missing], ["lifterlms", ["course_slug"]]);
  assert.deepEqual(students.rows[0]!.values, {
    student_email: "ana@learndash.example",
    enrolled_at: "2026-01-05",
    completed_at: null,
    course_slug: course.slug,
  });
});

void test("Purchases of other programs become orders with their price", async () => {
  const operator = await anOperator(scopes);
  await operator.post("/students", { email: "ana@orders.example", name: "Ana" });
  const { id } = (await operator.post("/courses", { name: "Knots" })).json<{ id: string }>();
  const price = { amount: 100_000, currency: "USD" };
  assertStatus(await operator.post(`/courses/${id}/plans`, { name: "Once", plan_type: "one_time", price }), 201);
  const inline =
    'Order Number,Email,Date,Product,Amount,Currency\nA-1,ana@orders.example,2026-02-03 10:00:00 UTC,Knots,"$1,049.50",USD\n';
  const found = await preview(operator, { resource: "orders", inline });
  const job = await importRows(operator, { resource: "orders", inline, columns: columnsOf(found) });
  assert.deepEqual([job.status, job.progress["created"]], ["succeeded", 1], JSON.stringify(found));
});

void test("A match is refused if it names a column that rows do not have, or a file without columns", async () => {
  const operator = await anOperator(scopes);
  const refused = async (body: object) =>
    problemOf(await operator.post("/imports", { format: "csv", resource: "students", inline: "a\nb\n", ...body }));
  assert.deepEqual((await refused({ columns: { a: "emial" } })).pointers, ["/columns"]);
  assert.deepEqual((await refused({ fixed: { course_slug: "x" } })).pointers, ["/fixed"]);
  assert.deepEqual((await refused({ format: "ndjson", columns: { a: "email" } })).pointers, ["/columns"]);
  assert.equal((await operator.post("/imports/preview", { resource: "students" })).statusCode, 422);
  assert.equal((await operator.post("/imports/preview", { resource: "students", inline: "\n\n" })).statusCode, 422);
});
