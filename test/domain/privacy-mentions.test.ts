import assert from "node:assert/strict";
import { test } from "node:test";
import { insertLecturer } from "#domain/catalog/lecturers/queries.ts";
import { relate } from "#domain/catalog/courses/relations.ts";
import { newId } from "#domain/platform/ids.ts";
import { aDiscussion, post } from "../pages/support/discussions.ts";
import { operatorOf } from "../rest/support/operator.ts";
import { assertStatus } from "../support/assert-status.ts";
import { now } from "../support/clock.ts";
import { database } from "../support/databases/database.ts";
import { runJobsOf } from "../support/processes/run-jobs.ts";
import { postbox } from "../support/world.ts";

void test("An erased person is not named in what former lecturers were notified of", async () => {
  const { site, course, path, ana, tom } = await aDiscussion();
  const scope = { db: database, site: site.site, now: now() };
  const uma = await site.member({ name: "Uma Vance", roles: ["lecturer"] });
  const id = newId();
  await insertLecturer(scope, { id, name: "Uma Vance", slug: id, memberId: uma.id }, now());
  await relate(scope, course.id, { lecturerIds: [id] });
  for (const { browser } of [ana, tom]) await post(browser, `${path}/comments`, { body: "Dear @Uma, why two loops?" });
  const authors = async () =>
    (
      await database.many<{ author: string }>`
        select data ->> 'author' as author from notifications
         where site_id = ${site.site.id} and member_id = ${uma.id} and topic = 'comment_mention' order by created_at, id`
    ).map(({ author }) => author);
  assert.deepEqual(await authors(), ["Ana Lima", "Tom Reed"]);
  await relate(scope, course.id, { lecturerIds: [] });
  const operator = await operatorOf(site, "members:read members:write");
  const { email, sub } = ana.member;
  assertStatus(
    await operator.post(`/members/${sub}/erase`, { confirm_email: email, reason: "Requested by email" }),
    202,
  );
  await runJobsOf(site, { mail: postbox });
  assert.deepEqual(await authors(), ["Tom Reed"]);
});
