import assert from "node:assert/strict";
import { test } from "node:test";
import { insertComment } from "#domain/feedback/comments/queries.ts";
import { insertCourse } from "#domain/catalog/courses/queries.ts";
import { relate } from "#domain/catalog/courses/relations.ts";
import { formatId, newId } from "#domain/platform/ids.ts";
import { insertLecturer } from "#domain/catalog/lecturers/queries.ts";
import { assertStatus } from "../../support/assert-status.ts";
import { now } from "../../support/clock.ts";
import { database } from "../../support/databases/database.ts";
import { anOperator, type Operator, operatorOf, problemOf } from "../support/operator.ts";

type Json = Record<string, unknown>;
type Comment = Awaited<ReturnType<typeof insertComment>>;

async function aThread({ site }: Operator) {
  const scope = { db: database, site: site.site };
  const [student, teacher] = [await site.member({ name: "Ada" }), await site.member({ roles: ["lecturer"] })];
  const courseId = newId();
  await insertCourse(scope, { id: courseId, slug: `knots-${courseId}`, name: "Knots", status: "published" }, now());
  let lastTime = now().getTime();
  const addComment = (
    body: string,
    parent?: Comment,
    role: "student" | "lecturer" = "student",
    fields: object = {},
  ) => {
    const authorId = role === "student" ? student.id : teacher.id;
    const about = { commentableType: "course", commentableId: courseId, courseId } as const;
    const createdAt = new Date((lastTime += 1000));
    return insertComment(
      scope,
      { ...about, id: newId(), authorId, authorRole: role, body, parent, createdAt, ...fields },
      createdAt,
    );
  };
  return { student, teacher, courseId, addComment };
}

const bodiesOf = async (operator: Operator, path: string) => {
  const response = await operator.get(path);
  assertStatus(response, 200);
  return response.json<{ data: { body: string }[] }>().data.map(({ body }) => body);
};
const idOf = ({ id }: Comment) => formatId("comment", id);

void test("A comment is returned with its author, without the email address, and with its thread", async () => {
  const operator = await anOperator("comments:read members:read");
  const { student, courseId, addComment } = await aThread(operator);
  const question = await addComment("Which knot holds?");
  const answer = await addComment("The bowline.", question, "lecturer");
  await addComment("Thanks!", answer);
  const response = await operator.get(`/comments/${idOf(question)}?expand=thread`);
  const comment = response.json<Json>();
  assert.deepEqual(
    [comment["object"], comment["commentable"], comment["parent_id"], comment["depth"], comment["reply_count"]],
    ["comment", { type: "course", id: formatId("course", courseId) }, null, 0, 1],
  );
  assert.deepEqual(comment["author"], { member_id: formatId("member", student.id), name: "Ada", role: "student" });
  assert.deepEqual(
    (comment["thread"] as Json[]).map(({ body, depth }) => [body, depth]),
    [
      ["The bowline.", 1],
      ["Thanks!", 2],
    ],
  );
  assert.ok(!response.body.includes(student.email));
  assert.ok(!(await operator.get("/comments")).body.includes(student.email));
  assert.deepEqual(await bodiesOf(operator, `/comments/${idOf(question)}/replies`), ["The bowline."]);
  const stranger = await anOperator("comments:read");
  assert.equal((await stranger.get(`/comments/${idOf(question)}`)).statusCode, 404);
  assert.equal((await stranger.get(`/comments/${idOf(question)}/replies`)).statusCode, 404);
  assert.equal((await (await operatorOf(operator.site, "members:read")).get("/comments")).statusCode, 403);
});

void test("Comments can be filtered by subject, author, text and unanswered", async () => {
  const operator = await anOperator("comments:read");
  const { student, courseId, addComment } = await aThread(operator);
  const question = await addComment("Which knot holds?");
  await addComment("Me too", question);
  const answered = await addComment("Where is the rope?");
  await addComment("In the locker.", answered, "lecturer");
  await addComment("Welcome aboard", undefined, "lecturer");
  await addComment("Buy my boat", undefined, "student", { status: "hidden" });
  const found = (query: string) => bodiesOf(operator, `/comments?sort=created_at&${query}`);
  assert.deepEqual(await found("unanswered=true"), ["Which knot holds?", "Buy my boat"]);
  assert.deepEqual(await found("unanswered=true&status=visible"), ["Which knot holds?"]);
  assert.deepEqual(await found("unanswered=false&parent_id=null"), ["Where is the rope?", "Welcome aboard"]);
  assert.deepEqual(await found(`parent_id=${idOf(question)}`), ["Me too"]);
  assert.deepEqual(await found("author_role=lecturer"), ["In the locker.", "Welcome aboard"]);
  assert.deepEqual(await found(`author_id=${formatId("member", student.id)}&q=rope`), ["Where is the rope?"]);
  assert.equal((await found(`course_id=${formatId("course", courseId)}`)).length, 6);
  assert.equal((await found(`commentable_type=course&commentable_id=${formatId("course", courseId)}`)).length, 6);
  assert.deepEqual(await found("commentable_type=post"), []);
  const wrong = await operator.get(`/comments?commentable_id=${formatId("member", student.id)}`);
  assert.deepEqual([wrong.statusCode, problemOf(wrong).code], [400, "invalid_id"]);
});

void test("Lecturers read comments in their own courses only", async () => {
  const operator = await anOperator("comments:read");
  const { courseId, addComment } = await aThread(operator);
  const question = await addComment("Which knot holds?");
  const lecturer = await operatorOf(operator.site, "comments:read", { roles: ["lecturer"] });
  assert.deepEqual(await bodiesOf(lecturer, "/comments"), []);
  assert.equal((await lecturer.get(`/comments/${idOf(question)}`)).statusCode, 404);
  const scope = { db: database, site: operator.site.site };
  const profile = { id: newId(), name: "Bo", slug: `bo-${newId()}`, memberId: lecturer.member.id };
  await insertLecturer(scope, profile, now());
  await relate({ ...scope, now: now() }, courseId, { lecturerIds: [profile.id] });
  assert.deepEqual(await bodiesOf(lecturer, "/comments"), ["Which knot holds?"]);
  assert.equal((await lecturer.get(`/comments/${idOf(question)}`)).statusCode, 200);
});
