import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { insertPost } from "#domain/content/posts/queries.ts";
import { insertForm } from "#domain/content/forms/queries.ts";
import { formatId, newId } from "#domain/platform/ids.ts";
import { day, now } from "../../support/clock.ts";
import { database } from "../../support/databases/database.ts";
import { outboxOf } from "../../support/worlds/records.ts";
import { badRowsOf, countsOf, csvOf, faultsOf, imported, ndjsonOf } from "../support/imports.ts";
import { anOperator, type Operator } from "../support/operator.ts";
import { aCourse, aLecture, aSection } from "../support/taught-course.ts";

const scopes =
  "school:read school:write comments:read forms:read members:read courses:read courses:write curriculum:read curriculum:write";

const ago = (days: number) => new Date(now().getTime() - days * day).toISOString();

interface Listed {
  id: string;
  [field: string]: unknown;
}
const listed = async (operator: Operator, path: string) =>
  (await operator.get(`/${path}?limit=200&sort=created_at`)).json<{ data: Listed[] }>().data;

async function aTalk(operator: Operator) {
  const course = await aCourse(operator);
  const lecture = await aLecture(operator, await aSection(operator, course), { external_id: "knots" });
  const [ana, tom] = [await operator.site.member(), await operator.site.member({ roles: ["lecturer"] })];
  const rows = [
    {
      external_id: "c-1",
      commentable: { type: "lecture", external_id: "knots" },
      author: { email: ana.email },
      body: "How?",
    },
    {
      external_id: "c-2",
      parent_external_id: "c-1",
      commentable: { type: "lecture", id: lecture.id },
      author: { member_id: tom.sub },
    },
    {
      external_id: "c-3",
      parent_external_id: "c-2",
      commentable: { type: "lecture", id: lecture.id },
      author: { member_id: ana.sub },
    },
  ].map((row, index) => ({ body: "So.", ...row, created_at: ago(9 - index) }));
  return { course, lecture: lecture.id, ana: ana.sub, tom: tom.sub, rows };
}

void describe("An import of comments", () => {
  void test("counts the visible comments of posts", async () => {
    const operator = await anOperator(scopes);
    const { email } = await operator.site.member();
    const { site } = operator.site;
    const post = { id: newId(), title: "Tides", slug: `tides-${newId()}`, access: "public", locale: "en" } as const;
    await insertPost({ db: database, site }, { ...post, searchTerms: [] }, now());
    const about = { commentable: { type: "post", id: formatId("post", post.id) }, author: { email }, body: "So." };
    const count = async (...rows: object[]) => {
      await imported(operator, { format: "ndjson", resource: "comments", inline: ndjsonOf(...rows) });
      const found = await database.first<{ commentCount: number }>`
        select comment_count from posts where site_id = ${site.id} and id = ${post.id}`;
      return found!.commentCount;
    };
    const [one, two] = [
      { ...about, external_id: "p-1" },
      { ...about, external_id: "p-2" },
    ];
    assert.equal(await count(one, two, { ...about, external_id: "p-3", status: "hidden" }), 2);
    assert.equal(await count({ ...two, status: "hidden" }), 1);
  });

  void test("stores threads once, and whether the staff has replied", async () => {
    const operator = await anOperator(scopes);
    const { course, lecture, ana, rows } = await aTalk(operator);
    const body = { format: "ndjson", resource: "comments", inline: ndjsonOf(...rows) };
    const dry = await imported(operator, { ...body, dry_run: true });
    assert.deepEqual([countsOf(dry), await listed(operator, "comments")], [[3, 0, 0, 0], []]);
    assert.deepEqual(countsOf(await imported(operator, body)), [3, 0, 0, 0]);
    assert.deepEqual(countsOf(await imported(operator, body)), [0, 0, 3, 0]);
    const made = await listed(operator, "comments");
    assert.deepEqual(
      made.map(({ parent_id, depth, reply_count, course_id, created_at, author }) => [
        parent_id,
        depth,
        reply_count,
        course_id,
        created_at,
        (author as Listed)["role"],
      ]),
      [
        [null, 0, 1, course, rows[0]!.created_at, "student"],
        [made[0]!.id, 1, 1, course, rows[1]!.created_at, "lecturer"],
        [made[1]!.id, 2, 0, course, rows[2]!.created_at, "student"],
      ],
    );
    assert.deepEqual(
      [made[0]!["commentable"], (made[0]!["author"] as Listed)["member_id"]],
      [{ type: "lecture", id: lecture }, ana],
    );
    const questions = (await operator.get("/comments?unanswered=true")).json<{ data: unknown[] }>().data;
    assert.deepEqual(questions, []);
    assert.equal((await operator.get("/comments?q=how")).json<{ data: unknown[] }>().data.length, 1);

    const edited = ndjsonOf({ external_id: "c-1", body: "How so?", edited_at: ago(1), status: "hidden" });
    assert.deepEqual(countsOf(await imported(operator, { ...body, inline: edited, emit_events: true })), [0, 1, 0, 0]);
    assert.ok((await outboxOf(operator.site)).some(({ type }) => type === "comment.updated"));
    assert.ok(!(await outboxOf(operator.site)).some(({ type }) => type === "comment.created"));
    const again = ndjsonOf(...(await listed(operator, "comments")));
    assert.deepEqual(countsOf(await imported(operator, { ...body, inline: again })), [0, 0, 3, 0]);
  });

  void test("accepts tables, and identifies comments without an id by author, subject and timestamp", async () => {
    const operator = await anOperator(scopes);
    const { course, ana } = await aTalk(operator);
    const inline = csvOf(
      "commentable.type,commentable.id,author.member_id,body,created_at",
      `course,${course},${ana},"Two`,
      `lines",${ago(2)}`,
    );
    const body = { format: "csv", resource: "comments", inline };
    assert.deepEqual(countsOf(await imported(operator, body)), [1, 0, 0, 0]);
    assert.deepEqual(countsOf(await imported(operator, body)), [0, 0, 1, 0]);
    const [comment] = await listed(operator, "comments");
    assert.match(String(comment!["body"]), /^Two\s+lines$/);
  });

  void test("reports each invalid row", async () => {
    const operator = await anOperator(scopes);
    const { course, ana, rows } = await aTalk(operator);
    const foreign = await aTalk(await anOperator(scopes));
    const fine = {
      commentable: { type: "course", id: course },
      author: { member_id: ana },
      body: "Hm.",
      created_at: ago(1),
    };
    const wrong: [object, string][] = [
      [{ ...fine, author: { member_id: foreign.ana } }, "/author/member_id not_found"],
      [{ ...fine, author: undefined }, "/author required"],
      [{ ...fine, commentable: { type: "course", id: foreign.course } }, "/commentable/id not_found"],
      [{ ...fine, commentable: { type: "lecture", id: course } }, "/commentable/id invalid_id"],
      [{ ...fine, commentable: { type: "post" } }, "/commentable/id required"],
      [{ ...fine, commentable: undefined }, "/commentable required"],
      [{ ...fine, commentable: { type: "moon", id: course } }, "/commentable/type invalid_value"],
      [{ ...fine, body: undefined }, "/body required"],
      [{ ...fine, body: "" }, "/body too_small"],
      [{ ...fine, created_at: undefined }, "/external_id required"],
      [{ ...fine, parent_external_id: "nowhere" }, "/parent_external_id not_found"],
      [{ ...fine, author: { member_id: ana, nmae: "x" } }, "/author/nmae unknown_field"],
      [{ ...rows[1], parent_external_id: "bad" }, "/parent_external_id not_found"],
    ];
    const body = { format: "ndjson", resource: "comments", inline: ndjsonOf(...wrong.map(([row]) => row)) };
    const expected = wrong.map(([, fault], index) => [`comments.ndjson:${index + 1}`, fault]);
    assert.deepEqual(await faultsOf(operator, await imported(operator, { ...body, dry_run: true })), expected);
    assert.deepEqual(await faultsOf(operator, await imported(operator, body)), expected);
    assert.deepEqual(await listed(operator, "comments"), []);
    const elsewhere = { ...rows[1], commentable: { type: "course", id: course } };
    const apart = await imported(operator, { ...body, inline: ndjsonOf(rows[0]!, elsewhere) });
    assert.deepEqual(await faultsOf(operator, apart), [["comments.ndjson:2", "/parent_id conflict"]]);
  });
});

async function aForm({ site }: Operator, slug = "sign-on") {
  const fields = [
    { handle: "name", label: "Name", kind: "text", required: true },
    { handle: "age", label: "Age", kind: "number", required: false },
    { handle: "boats", label: "Boats", kind: "choices", required: false, choices: ["dinghy", "yawl"] },
    { handle: "from", label: "From", kind: "date", required: false },
    { handle: "swims", label: "Swims", kind: "bool", required: false },
    { handle: "club", label: "Club", kind: "choice", required: false, choices: ["A", "B"] },
  ] as const;
  const id = newId();
  const form = { id, name: "Sign on", slug, fields: structuredClone(fields) as never, status: "open" as const };
  await insertForm({ db: database, site: site.site }, form, now());
  return formatId("form", id);
}

void describe("An import of form responses", () => {
  void test("stores responses once, and counts them", async () => {
    const operator = await anOperator(scopes);
    const form = await aForm(operator);
    const { sub, email } = await operator.site.member();
    const answers = { name: "Ana", age: 41, boats: ["yawl"], from: "2025-01-31", swims: true, club: "B" };
    const rows = [
      { external_id: "f-1", form_slug: "sign-on", member_email: email, answers, created_at: ago(3) },
      { form_id: form, answers: { name: "Unknown", club: null }, created_at: ago(2), source_url: "https://a.example/" },
    ];
    const body = { format: "ndjson", resource: "form_submissions", inline: ndjsonOf(...rows) };
    assert.deepEqual(countsOf(await imported(operator, body)), [2, 0, 0, 0]);
    assert.deepEqual(countsOf(await imported(operator, body)), [0, 0, 2, 0]);
    const made = await listed(operator, `forms/${form}/submissions`);
    assert.deepEqual(
      made.map(({ member_id, answers: responses, created_at }) => [member_id, responses, created_at]),
      [
        [sub, answers, rows[0]!.created_at],
        [null, { name: "Unknown" }, rows[1]!.created_at],
      ],
    );
    assert.equal((await operator.get(`/forms/${form}`)).json<Listed>()["submission_count"], 2);
    assert.deepEqual(countsOf(await imported(operator, { ...body, inline: ndjsonOf(...made) })), [0, 0, 2, 0]);
    const table = csvOf("external_id,answers.name,answers.boats,answers.age", 'f-1,Ana B.,"[""dinghy""]",42');
    const changed = await imported(operator, { format: "csv", resource: "form_submissions", inline: table });
    assert.deepEqual([countsOf(changed), await faultsOf(operator, changed)], [[0, 1, 0, 0], []]);
    const [after] = await listed(operator, `forms/${form}/submissions`);
    assert.deepEqual(after!["answers"], { name: "Ana B.", boats: ["dinghy"], age: 42 });
  });

  void test("reports each invalid row", async () => {
    const operator = await anOperator(scopes);
    const form = await aForm(operator);
    const elsewhere = await anOperator(scopes);
    const foreign = await aForm(elsewhere, "other");
    const stranger = await elsewhere.site.member();
    const fine = { form_id: form, answers: { name: "Ana" }, created_at: ago(1) };
    const wrong: [object, string][] = [
      [{ ...fine, form_id: foreign }, "/form_id not_found"],
      [{ ...fine, form_id: undefined, form_slug: "other" }, "/form_slug not_found"],
      [{ ...fine, form_id: undefined }, "/form_id required"],
      [{ ...fine, member_id: stranger.sub }, "/member_id not_found"],
      [{ ...fine, answers: undefined }, "/answers required"],
      [{ ...fine, answers: { homeTown: "Rome" } }, "/answers/homeTown not_found"],
      [{ ...fine, created_at: undefined }, "/external_id required"],
      [{ ...fine, answers: { nmae: "Ana" } }, "/answers/nmae not_found"],
      [
        { ...fine, answers: { name: 1, age: "x", boats: "yawl", from: "May", swims: "yes", club: "C" } },
        ["name", "age", "boats", "from", "swims", "club"]
          .map((handle) => `/answers/${handle} invalid_value`)
          .join(", "),
      ],
      [{ ...fine, answers: { boats: ["raft"] } }, "/answers/boats invalid_value"],
    ];
    const inline = ndjsonOf(...wrong.map(([row]) => row));
    const job = await imported(operator, { format: "ndjson", resource: "form_submissions", inline });
    const expected = wrong.map(([, fault], index) => [`form_submissions.ndjson:${index + 1}`, fault]);
    assert.deepEqual(await faultsOf(operator, job), expected);
    const [first] = await badRowsOf(operator, job);
    assert.match(first!.error.detail, /There is no form frm_/);
  });
});
