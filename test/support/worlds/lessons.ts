import { hash } from "node:crypto";
import assert from "node:assert/strict";
import { insertCourse } from "#domain/catalog/courses/queries.ts";
import type { NewCourse } from "#domain/catalog/courses/course.ts";
import type { NewLecture } from "#domain/catalog/curriculum/lectures/lecture.ts";
import { insertLecture, insertSection } from "#domain/catalog/curriculum/queries.ts";
import type { NewSection } from "#domain/catalog/curriculum/sections/section.ts";
import { insertEnrollment } from "#domain/learning/enrollments/queries.ts";
import { contentOf, storeContent } from "#domain/files/files/content.ts";
import { keepFile } from "#domain/files/files/keep-file.ts";
import { formatId, newId } from "#domain/platform/ids.ts";
import type { Page, TestBrowser } from "../browser-session.ts";
import { day, now } from "../clock.ts";
import { database } from "../databases/database.ts";
import { storage } from "./storage.ts";
import type { AMember, ASite } from "../world.ts";
import type { Enrollment } from "../../../src/domain/learning/enrollments/enrollment.ts";

export interface Lesson {
  /** The lecture's id. */
  id: string;
  /** The path of its page. */
  path: string;
}

/** A published course; each list is a section with its lectures. */
export async function aCourse(
  { site }: ASite,
  sections: readonly (readonly Partial<NewLecture>[])[],
  { course = {}, section = {} }: { course?: Partial<NewCourse>; section?: Partial<NewSection> } = {},
) {
  const scope = { db: database, site };
  const id = newId();
  const slug = course.slug ?? `knots-${id}`;
  await insertCourse(scope, { id, slug, name: "Knots", status: "published", publishedAt: now(), ...course }, now());
  const lessons: Lesson[] = [];
  for (const [position, lectures] of sections.entries()) {
    const sectionId = newId();
    await insertSection(
      scope,
      { id: sectionId, courseId: id, title: `Week ${position + 1}`, position, ...section },
      now(),
    );
    for (const [index, fields] of lectures.entries()) {
      const lectureId = newId();
      const parent = { id: lectureId, courseId: id, sectionId, position: index };
      const title = `Lecture ${lessons.length + 1}`;
      await insertLecture(
        scope,
        { ...parent, title, kind: "text", bodyMarkdown: `Body of ${title}`, ...fields },
        now(),
      );
      lessons.push({ id: lectureId, path: `/learn/${slug}/${formatId("lecture", lectureId)}` });
    }
  }
  return { id, slug, path: `/learn/${slug}`, lessons };
}

/** Enrolls the member this many days ago. Returns the id of the enrollment. */
export async function enrollMember(
  { site }: ASite,
  { id: studentId }: AMember,
  { id: courseId }: { id: string },
  { daysAgo = 0, ...rest }: Partial<Enrollment> & { daysAgo?: number } = {},
): Promise<string> {
  const at = new Date(now().getTime() - daysAgo * day);
  const enrollment = { id: newId(), studentId, courseId, startsAt: at, enrolledAt: at, ...rest };
  await insertEnrollment({ db: database, site }, enrollment, now());
  return enrollment.id;
}

/** A private file of the site. Returns its id. */
export async function aFile(site: ASite, member: AMember, filename: string, bytes: Buffer): Promise<string> {
  const { id: memberId, accountId } = member;
  const caller = { kind: "session", sessionId: memberId, memberId, accountId, roles: ["owner"] } as const;
  const context = { ...site.context(), caller, storage };
  const content = await storeContent(context, contentOf(bytes, hash("sha256", bytes, "buffer")), "lecture_media");
  const kept = await keepFile(context, { filename, purpose: "lecture_media", visibility: "private" }, content);
  return kept.id;
}

/** This many seconds of silence in a format that every browser plays (RIFF WAVE, 8 bit, mono, 8 kHz). */
export function silence(seconds: number): Buffer {
  const rate = 8000;
  const header = Buffer.alloc(44);
  header.write("RIFF", 0);
  header.writeUInt32LE(36 + seconds * rate, 4);
  header.write("WAVEfmt ", 8);
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(rate, 24);
  header.writeUInt32LE(rate, 28);
  header.writeUInt16LE(1, 32);
  header.writeUInt16LE(8, 34);
  header.write("data", 36);
  header.writeUInt32LE(seconds * rate, 40);
  return Buffer.concat([header, Buffer.alloc(seconds * rate, 128)]);
}

/** Sends a player's report with the form token of the lecture's page. */
export async function report(
  browser: TestBrowser,
  { path }: Lesson,
  event: {
    kind: string;
    position_seconds?: string;
    duration_seconds?: string;
    watched?: string;
    opened_at?: string;
    occurred_at?: string;
    id?: string;
  },
) {
  const page = await browser.request("GET", path);
  const csrf = /name="csrf" value="([^"]+)"/.exec(page.body)?.[1];
  assert.ok(csrf);
  return browser.request("POST", `${path}/progress`, {
    csrf,
    id: crypto.randomUUID(),
    occurred_at: now().toISOString(),
    ...event,
  });
}

/** The stored progress of a lecture. */
export const progressOf = ({ site }: ASite, enrollmentId: string, { id }: Lesson) =>
  database.first<{ position: number; watched: number; isDone: boolean }>`
    select position_seconds as position, watched_seconds as watched, completed_at is not null as is_done
      from lecture_progress
     where site_id = ${site.id} and enrollment_id = ${enrollmentId} and lecture_id = ${id}`;

/** Outbox events of an enrollment, in order. */
export async function enrollmentEvents({ site }: ASite, enrollmentId: string): Promise<string[]> {
  const events = await database.many<{ type: string }>`
    select type from outbox_events
     where site_id = ${site.id} and object_id = ${formatId("enrollment", enrollmentId)} order by id`;
  return events.map(({ type }) => type);
}

/** Marks a lecture as done with the form on its page. */
export const finish = async (browser: TestBrowser, { path }: Lesson): Promise<Page> =>
  browser.submit(await browser.open(path), {}, `${path}/done`);
