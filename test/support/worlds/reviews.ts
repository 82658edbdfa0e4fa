import assert from "node:assert/strict";
import { formatId } from "#domain/platform/ids.ts";
import type { TestBrowser } from "../browser-session.ts";
import { now } from "../clock.ts";
import { database } from "../databases/database.ts";
import { aCourse, enrollMember } from "./lessons.ts";
import type { AMember, ASite } from "../world.ts";

export type Course = Awaited<ReturnType<typeof aCourse>>;

/** A member who has completed the course, with a browser. */
export async function aReviewer(site: ASite, course: Course, fields: { name?: string } = {}) {
  const member = await site.member(fields);
  await enrollMember(site, member, course, { status: "completed", completedAt: now() });
  return { member, browser: await site.signedIn(member) };
}

/** Submits the review form; returns the resulting page. */
export async function review(
  browser: TestBrowser,
  { path }: Course,
  { rating, title = "", body = "" }: { rating: number; title?: string; body?: string },
) {
  const form = await browser.open(`${path}/review`);
  return browser.submit(form, { rating: String(rating), title, body }, `${path}/review`);
}

export async function withdraw(browser: TestBrowser, { path }: Course) {
  return browser.submit(await browser.open(`${path}/review`), {}, `${path}/review/withdraw`);
}

/** The stored review of a course by a member. */
export async function keptReview({ site }: ASite, { id: memberId }: AMember, { id: courseId }: Course) {
  const row = await database.first<{
    id: string;
    rating: number;
    title: string | null;
    body: string;
    status: string;
    reply: string | null;
    isWithdrawn: boolean;
  }>`
    select id, rating, title, body, status, reply, deleted_at is not null as is_withdrawn from reviews
     where site_id = ${site.id} and member_id = ${memberId} and course_id = ${courseId}`;
  return row && { ...row, wireId: formatId("review", row.id) };
}

/** The rating columns of the course, after asserting that they equal the aggregate of its reviews. */
export async function ratingsOf({ site }: ASite, { id }: Course) {
  const kept = await database.first<{ sum: number; count: number }>`
    select rating_sum as sum, rating_count as count from courses where site_id = ${site.id} and id = ${id}`;
  const real = await database.first<{ sum: number; count: number }>`
    select coalesce(sum(rating), 0) as sum, count(*) as count from reviews
     where site_id = ${site.id} and course_id = ${id} and deleted_at is null`;
  assert.deepEqual(kept, real, "The course's rating columns differ from its reviews.");
  return [kept!.sum, kept!.count];
}
