import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { type AFile, sendFile } from "../../support/worlds/uploads.ts";
import { badRowsOf, countsOf, imported as importedJob } from "../support/imports.ts";
import { scopes, zipOf, zipped } from "../support/imported-courses.ts";
import { anOperator, type Operator, operatorOf, problemOf } from "../support/operator.ts";
import { aSite } from "../../support/world.ts";

const price = (amount: number) => ({ amount, currency: "TWD" });

const knots = () => ({
  name: "Knots",
  slug: "knots",
  external_id: "crs-1",
  course_type: "paid",
  status: "published",
  categories: ["sailing"],
  plans: [
    { name: "Whole course", plan_type: "one_time", price: price(99_000), external_id: "once" },
    { name: "Trial", plan_type: "free" },
  ],
  sections: [
    {
      title: "Loops",
      lectures: [
        { title: "Bowline", kind: "text", body_markdown: "The king of knots." },
        {
          title: "Which loop?",
          kind: "quiz",
          quiz: {
            questions: [
              {
                prompt_markdown: "Which holds?",
                kind: "single",
                choices: [{ text: "A", correct: true }, { text: "B" }],
              },
            ],
          },
          attachments: [{ kind: "link", title: "Chart", external_url: "https://knots.example/chart" }],
        },
      ],
    },
  ],
});

const withFile = (fileId: string) => ({
  name: "Files",
  slug: "files",
  sections: [
    {
      title: "S",
      lectures: [{ title: "L", kind: "text", attachments: [{ kind: "pdf", title: "Sheet", file_id: fileId }] }],
    },
  ],
});

const sent = (...documents: unknown[]) => ({
  format: "course_json",
  inline: JSON.stringify(documents.length === 1 ? documents[0] : documents),
});

async function courseOf(operator: Operator, slug = "knots") {
  const course = (await operator.get(`/courses/${slug}`)).json<{
    id: string;
    status: string;
    subtitle: string | null;
  }>();
  const { sections } = (await operator.get(`/courses/${slug}/curriculum?include=attachments,quizzes`)).json<{
    sections: { id: string; lectures: { id: string; title: string; attachments: { file_id: string | null }[] }[] }[];
  }>();
  const { data: plans } = (await operator.get(`/courses/${slug}/plans`)).json<{
    data: { id: string; name: string; price: { amount: number } | null; active: boolean }[];
  }>();
  return { ...course, plans, lectures: sections.flatMap(({ lectures }) => lectures) };
}

void describe("Courses imported as JSON", () => {
  void test("include their plans and curriculum, published if they say so", async () => {
    const operator = await anOperator(scopes);
    const job = await importedJob(operator, sent(knots()));
    assert.deepEqual([countsOf(job), await badRowsOf(operator, job)], [[1, 0, 0, 0], []]);
    const course = await courseOf(operator);
    assert.equal(course.status, "published");
    assert.deepEqual(
      course.plans.map(({ name, price }) => [name, price?.amount ?? null]),
      [
        ["Whole course", 99_000],
        ["Trial", null],
      ],
    );
    assert.deepEqual(
      course.lectures.map(({ title }) => title),
      ["Bowline", "Which loop?"],
    );
    assert.deepEqual(countsOf(await importedJob(operator, sent(knots()))), [0, 0, 1, 0]);
  });

  void test("keep omitted fields and the identity of their parts", async () => {
    const operator = await anOperator(scopes);
    await importedJob(operator, sent({ ...knots(), subtitle: "For sailors" }));
    const before = await courseOf(operator);
    const { plans: _plans, sections: _sections, ...rest } = knots();
    assert.deepEqual(countsOf(await importedJob(operator, sent({ ...rest, name: "All knots" }))), [0, 1, 0, 0]);
    const renamed = await courseOf(operator);
    assert.deepEqual(
      [renamed.id, renamed.subtitle, renamed.plans, renamed.lectures],
      [before.id, "For sailors", before.plans, before.lectures],
    );
    const [section] = knots().sections;
    const turned = { ...section!, lectures: section!.lectures.toReversed() };
    await importedJob(operator, sent({ ...knots(), plans: knots().plans.slice(0, 1), sections: [turned] }));
    const after = await courseOf(operator);
    assert.deepEqual(
      after.lectures.map(({ id }) => id),
      before.lectures.map(({ id }) => id).toReversed(),
    );
    assert.deepEqual(
      after.plans.map(({ id }) => id),
      before.plans.slice(0, 1).map(({ id }) => id),
    );
    await importedJob(operator, sent({ ...knots(), plans: [], course_type: "free" }));
    await importedJob(operator, sent(knots()));
    const back = await courseOf(operator);
    assert.equal(back.plans[0]!.id, before.plans[0]!.id, "a plan with this external id is restored");
    assert.equal(back.plans[0]!.active, true);
  });

  void test("report every error with its path in the document, and only those rows fail", async () => {
    const operator = await anOperator(scopes);
    const [section] = knots().sections;
    const questionless = { title: "Q", kind: "quiz", quiz: { questions: [{ kind: "single", prompt_markdown: "?" }] } };
    const documents = [
      { ...knots(), name: "Fine" },
      { name: "Nameless" },
      { ...knots(), slug: "two", external_id: "two", levle: "all" },
      { ...knots(), slug: "3", external_id: "3", sections: [{ ...section, lectures: [questionless] }] },
      { ...knots(), slug: "4", external_id: "4", lecturers: ["unknown"] },
      { ...knots(), slug: "5", external_id: "5", plans: [{ name: "P", plan_type: "one_time", external_id: "5" }] },
      { ...knots(), slug: "6", external_id: "6", plans: [], course_type: "paid" },
      "no course",
    ];
    const job = await importedJob(operator, sent(...documents));
    const rows = await badRowsOf(operator, job);
    assert.deepEqual(
      rows.map(({ name, error: { errors } }) => [name, errors?.map(({ pointer }) => pointer)]),
      [
        ["courses.json#/1", ["/1/external_id"]],
        ["courses.json#/2", ["/2/levle"]],
        [
          "courses.json#/3",
          ["/3/sections/0/lectures/0/quiz/questions/0/choices", "/3/sections/0/lectures/0/quiz/questions/0/choices"],
        ],
        ["courses.json#/4", ["/4/lecturers/0"]],
        ["courses.json#/5", ["/5/plans/0/price"]],
        ["courses.json#/6", ["/6/course_type"]],
        ["courses.json#/7", ["/7"]],
      ],
    );
    assert.deepEqual(countsOf(job), [1, 0, 0, 7]);
    const none = await importedJob(operator, { format: "course_json", inline: "{" });
    assert.match((await badRowsOf(operator, none))[0]!.error.detail, /^courses\.json: expected JSON: /);
  });

  void test("support dry runs and creating only", async () => {
    const operator = await anOperator(scopes);
    assert.deepEqual(countsOf(await importedJob(operator, { ...sent(knots()), dry_run: true })), [1, 0, 0, 0]);
    assert.equal((await operator.get("/courses/knots")).statusCode, 404);
    await importedJob(operator, sent(knots()));
    const again = await importedJob(operator, { ...sent({ ...knots(), name: "Other" }), mode: "create" });
    assert.deepEqual(
      (await badRowsOf(operator, again)).map(({ error }) => error.code),
      ["already_exists"],
    );
  });

  void test("refer to files of the site; a missing file is omitted with a warning", async () => {
    const operator = await anOperator(scopes);
    const { id } = (await sendFile(operator, Buffer.from("%PDF-1.7\n"), {}, { name: "a.pdf" })).json<AFile>();
    assert.deepEqual(countsOf(await importedJob(operator, sent(withFile(id)))), [1, 0, 0, 0]);
    const elsewhere = await anOperator(scopes);
    const job = await importedJob(elsewhere, sent(withFile(id)));
    assert.deepEqual(countsOf(job), [1, 0, 0, 0]);
    assert.equal((job.progress as { warned?: number }).warned, 1);
    const { data } = (await elsewhere.get(`/jobs/${job.id}/results?status=warned`)).json<{
      data: { name: string; status: string; error: null; warnings: { place: string; detail: string }[] }[];
    }>();
    assert.deepEqual([data[0]!.name, data[0]!.status, data[0]!.error], ["courses.json", "warned", null]);
    assert.deepEqual(
      data[0]!.warnings.map(({ place }) => place),
      ["courses.json#/sections/0/lectures/0/attachments/0/file_id"],
    );
    assert.deepEqual((await courseOf(elsewhere, "files")).lectures[0]!.attachments, []);
    // A file attached manually meanwhile stays.
    const own = (await sendFile(elsewhere, Buffer.from("%PDF-1.7\nb"), {}, { name: "b.pdf" })).json<AFile>();
    const [lecture] = (await courseOf(elsewhere, "files")).lectures;
    await elsewhere.post(`/lectures/${lecture!.id}/attachments`, { kind: "pdf", title: "Sheet", file_id: own.id });
    const again = await importedJob(elsewhere, sent(withFile(id)));
    assert.deepEqual(countsOf(again), [0, 0, 1, 0]);
    assert.equal((await courseOf(elsewhere, "files")).lectures[0]!.attachments[0]!.file_id, own.id);
  });

  void test("can be spread over several files of an archive, below its folder", async () => {
    const operator = await anOperator(scopes);
    const archive = zipOf({
      "main/a.json": JSON.stringify(knots()),
      "main/more/b.json": JSON.stringify([
        { name: "B", slug: "b" },
        { name: "C", slug: "c" },
      ]),
      "main/README.md": "Hi",
    });
    const job = await importedJob(operator, { format: "course_json", file_id: await zipped(operator, archive) });
    assert.deepEqual(countsOf(job), [3, 0, 0, 0]);
  });

  void test("need the write scopes of courses and curricula", async () => {
    const site = await aSite();
    for (const lacking of ["courses:write", "curriculum:write"]) {
      const operator = await operatorOf(site, scopes.replace(`${lacking} `, ""));
      assert.equal(problemOf(await operator.post("/imports", sent(knots()))).code, "insufficient_scope");
    }
  });
});
