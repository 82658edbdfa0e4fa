import assert from "node:assert/strict";
import { test } from "node:test";
import { newId, parseId } from "#domain/platform/ids.ts";
import { database as db } from "../../support/databases/database.ts";
import { anOperator, problemOf } from "../support/operator.ts";
import { aCourse, type Json, scopes } from "../support/made-courses.ts";
import { countRatings } from "../../../src/domain/feedback/reviews/queries.ts";

void test("Reviews are listed, hidden and answered, and the course keeps its rating", async () => {
  const operator = await anOperator(scopes);
  const course = await aCourse(operator);
  const ids = await Promise.all(
    [5, 2].map(async (rating) => {
      const id = newId();
      const member = await operator.site.member();
      await db.run`
        insert into reviews (site_id, id, course_id, member_id, rating, body, created_at, updated_at)
        values (${operator.site.id}, ${id}, ${parseId("course", course.id)}, ${member.id}, ${rating}, 'Good',
                ${new Date()}, ${new Date()})`;
      return id;
    }),
  );
  const poor = (await operator.get(`/courses/${course.id}/reviews?rating[lte]=3`)).json<{ data: { id: string }[] }>();
  assert.equal(poor.data.length, 1);
  assert.equal((await operator.get("/reviews")).json<{ data: object[] }>().data.length, ids.length);
  await countRatings(operator.site.context(), [parseId("course", course.id)!]);
  const hidden = await operator.patch(`/reviews/${poor.data[0]!.id}`, { status: "hidden", reply: "Thank you" });
  assert.deepEqual([hidden.json<Json>()["status"], hidden.json<Json>()["reply"]], ["hidden", "Thank you"]);
  const { rating_average, rating_count } = (await operator.get(`/courses/${course.id}`)).json<Json>();
  assert.deepEqual([rating_average, rating_count], [3.5, 2], "Hiding a text does not remove its rating.");
  assert.equal(problemOf(await operator.patch(`/reviews/${poor.data[0]!.id}`, { rating: 5 })).code, "read_only");
});

void test("Ratings of a course that is named twice count each review once, hidden ones too", async () => {
  const operator = await anOperator(scopes);
  const course = await aCourse(operator);
  const courseId = parseId("course", course.id)!;
  for (const [rating, status] of [
    [5, "published"],
    [4, "published"],
    [1, "hidden"],
  ] as const) {
    const member = await operator.site.member();
    await db.run`
      insert into reviews (site_id, id, course_id, member_id, rating, body, status, created_at, updated_at)
      values (${operator.site.id}, ${newId()}, ${courseId}, ${member.id}, ${rating}, 'Good', ${status}, now(), now())`;
  }
  await countRatings(operator.site.context(), [courseId, courseId]);
  const { rating_average, rating_count } = (await operator.get(`/courses/${course.id}`)).json<Json>();
  assert.deepEqual([rating_average, rating_count], [3.33, 3]);
});
