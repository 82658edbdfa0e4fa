import assert from "node:assert/strict";
import { formatId, newId, parseId } from "#domain/platform/ids.ts";
import { assertStatus, describeFailure } from "../../support/assert-status.ts";
import { database as db } from "../../support/databases/database.ts";
import type { Operator } from "./operator.ts";

export const curriculumScopes = "courses:read courses:write curriculum:read curriculum:write";

export type Json = Record<string, unknown>;
export type Made = Json & { id: string; title: string; position: number; status: string };

/** Returns the created resource of a request that must succeed. */
export async function made(answer: ReturnType<Operator["post"]>): Promise<Made> {
  const response = await answer;
  assert.ok(response.statusCode === 201 || response.statusCode === 200, describeFailure(response.body));
  return response.json<Made>();
}

/** Creates a course without any part. */
export const aCourse = async (operator: Operator, name = "Night sky"): Promise<string> =>
  (await made(operator.post("/courses", { name }))).id;

export const aSection = (operator: Operator, course: string, fields: Json = {}): Promise<Made> =>
  made(operator.post(`/courses/${course}/sections`, { title: "Section", ...fields }));

export const aLecture = (operator: Operator, section: { id: string }, fields: Json = {}): Promise<Made> =>
  made(
    operator.post(`/sections/${section.id}/lectures`, {
      title: "Lecture",
      kind: "text",
      // An empty lecture cannot be published.
      ...(fields["status"] === "published" && { body_markdown: "Look up." }),
      ...fields,
    }),
  );

/** Creates a course with one section. */
export async function aTaughtCourse(operator: Operator) {
  const course = await aCourse(operator);
  return { course, section: await aSection(operator, course) };
}

/** The course's counts as serialized: its lectures and their seconds. */
export const countsOf = async (operator: Operator, course: string) => {
  const { lecture_count, duration_seconds } = (await operator.get(`/courses/${course}`)).json<Json>();
  return [lecture_count, duration_seconds];
};

/** The titles of a tree: of each section and its lectures. */
export async function outlineOf(operator: Operator, course: string): Promise<[string, string[]][]> {
  const tree = (await operator.get(`/courses/${course}/curriculum`)).json<Tree>();
  return tree.sections.map(({ title, lectures }) => [title, lectures.map((lecture) => lecture.title)]);
}

export interface Tree {
  course_id: string;
  version: number;
  etag: string;
  sections: (Made & { lectures: (Made & { attachments?: Made[]; quiz?: Json | null; assignment?: Json | null })[] })[];
  totals: Json;
  changes: Record<"added" | "removed" | "moved" | "changed", string[]>;
}

export async function treeOf(operator: Operator, course: string, query = ""): Promise<Tree> {
  const response = await operator.get(`/courses/${course}/curriculum${query}`);
  assertStatus(response, 200);
  return response.json<Tree>();
}

/** Makes the member a lecturer of the course. */
export async function letTeach({ site, member }: Pick<Operator, "site" | "member">, course: string): Promise<void> {
  const [lecturer, now] = [newId(), new Date()];
  await db.run`
    insert into lecturers (site_id, id, name, slug, member_id, created_at, updated_at)
    values (${site.id}, ${lecturer}, 'Lu', ${`lu-${lecturer}`}, ${member.id}, ${now}, ${now})`;
  await db.run`
    insert into course_lecturers (site_id, course_id, lecturer_id, position)
    values (${site.id}, ${parseId("course", course)}, ${lecturer}, 0)`;
}

/** A file as after an upload, by this member or by none. */
export async function aFile(
  { site }: Operator,
  memberId: string | null = null,
  contentType = "video/mp4",
): Promise<string> {
  const [id, object, now] = [newId(), newId(), new Date()];
  await db.run`insert into stored_objects (site_id, id) values (${site.id}, ${object})`;
  await db.run`
    insert into files (site_id, id, object_id, filename, content_type, byte_size, sha256, purpose, visibility,
                       member_id, created_at, updated_at)
    values (${site.id}, ${id}, ${object}, 'a.bin', ${contentType}, 1, '', 'lecture_media', 'private', ${memberId},
            ${now}, ${now})`;
  return formatId("file", id);
}
