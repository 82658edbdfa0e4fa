import { sql } from "#database/statements/sql.ts";
import type { SiteScope } from "#domain/platform/context.ts";
import { Problem } from "#domain/platform/problem.ts";
import { hasAddress, hasContent } from "./content-of-lectures.ts";

/** A lecture that students can see, but that has nothing for them. */
interface EmptyLecture {
  title: string;
  kind: string;
  isEmpty: boolean;
}

const maxNamedLectures = 5;

/**
 * Throws if students would see a lecture without content: published lectures need a text, a video, an attachment, a
 * quiz with questions or an assignment. A link also needs an address, and a live lecture its time and address. `ids`:
 * only these lectures.
 */
export async function requireContent(scope: SiteScope, courseId: string, ids?: readonly string[]): Promise<void> {
  const empty = await emptyLectures(scope, courseId, ids);
  if (empty.length === 0) return;
  const errors = empty.map(({ title, kind, isEmpty }) => ({
    pointer: "/status",
    code: isEmpty ? "empty_lecture" : "no_address",
    detail: `The lecture "${title}" ${kind === "live" ? timelessText : kind === "link" ? unlinkedText : emptyText}`,
  }));
  throw new Problem("not_publishable", errors.map(({ detail }) => detail).join(" "), { errors });
}

const emptyText = "is empty. Add content, or save it with the status draft until it has some.";
const timelessText =
  "of kind live has no time and address. Set its field live, or save it with the status draft until it has both.";
const unlinkedText = "of kind link has no address. Add an attachment of kind link, or an address to its text.";

/** `requireContent` for lectures that a change makes visible or empty. Drafts of courses can be incomplete. */
export async function requireContentOf(scope: SiteScope, courseId: string, changed: readonly string[]): Promise<void> {
  if (changed.length === 0) return;
  const { db, site } = scope;
  const course = await db.first<{ status: string }>`
    select status from courses where site_id = ${site.id} and id = ${courseId}`;
  if (course?.status === "published") await requireContent(scope, courseId, changed);
}

/**
 * Removes or replaces a part of a lecture, and throws if students would then see it without content. Lectures of
 * earlier releases that had none stay editable.
 */
export async function keepingContent(
  scope: SiteScope,
  { id, courseId }: { id: string; courseId: string },
  change: () => Promise<unknown>,
): Promise<void> {
  const hadNone = (await emptyLectures(scope, courseId, [id])).length > 0;
  await change();
  if (!hadNone) await requireContentOf(scope, courseId, [id]);
}

function emptyLectures({ db, site }: SiteScope, courseId: string, ids?: readonly string[]): Promise<EmptyLecture[]> {
  return db.many<EmptyLecture>`
    select visible.title, visible.kind, not visible.has_content as is_empty
      from (select lectures.title, lectures.kind, sections.position as section_position, lectures.position, lectures.id,
                   ${hasContent(site.id)} as has_content, ${hasAddress(site.id)} as has_address
              from lectures
              join sections on sections.site_id = ${site.id} and sections.id = lectures.section_id
             where lectures.site_id = ${site.id} and lectures.course_id = ${courseId}
               and lectures.status = 'published' and lectures.deleted_at is null
               and sections.status = 'published' and sections.deleted_at is null
               and ${ids ? sql`lectures.id = any(${ids}::uuid[])` : sql`true`}) as visible
     where not visible.has_content or not visible.has_address
     order by visible.section_position, visible.position, visible.id limit ${maxNamedLectures}`;
}
