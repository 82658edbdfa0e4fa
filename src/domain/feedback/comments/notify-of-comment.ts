import { announceTogether } from "#domain/messages/notifications/announce.ts";
import { occasions } from "#domain/messages/notifications/occasions.ts";
import type { Context, SiteScope } from "#domain/platform/context.ts";
import { requireSession } from "#domain/platform/callers/require-session.ts";
import { nameOfAuthor, namesInComments } from "./show-comment.ts";
import { table } from "#database/table/table.ts";
import { sql } from "#database/statements/sql.ts";
import { notify } from "#domain/messages/notifications/notify.ts";
import { type Discussable, pathOfComment } from "./discussion.ts";
import { followAsAuthor } from "./queries.ts";

interface NewComment {
  id: string;
  body: string;
  /** The author of the thread that it replies to. */
  threadAuthorId: string | undefined;
}

/** Followers get one notification of the comments in this time. */
const gatherSeconds = 600;

/**
 * Notifies the author of the thread, the lecturers whom the comment mentions, and the followers of the discussion. The
 * author of the comment follows it from now on.
 */
export async function notifyOfComment(context: Context, target: Discussable, comment: NewComment): Promise<void> {
  const { memberId } = requireSession(context);
  const { id, body, threadAuthorId } = comment;
  const isReply = threadAuthorId !== undefined && threadAuthorId !== memberId;
  const mentioned = target.courseId === null ? [] : await findMentioned(context, target.courseId, body);
  const others = mentioned.filter((each) => each !== memberId && each !== threadAuthorId);
  if (isReply || others.length > 0) {
    const commentLink = { id, url: pathOfComment(target.path, id) };
    const author = (await nameOfWriter(context, target)) ?? "—";
    if (isReply) {
      await notify(context, {
        ...occasions.commentReplied(commentLink, author, target.title),
        memberId: threadAuthorId,
      });
    }
    for (const lecturer of others) {
      await notify(context, { ...occasions.lecturerMentioned(commentLink, author, target.title), memberId: lecturer });
    }
  }
  if (target.type !== "lecture") return;
  await followAsAuthor(context, target.id, memberId);
  const lecture = { id: target.id, title: target.title, path: target.path };
  const audience = { kind: "followers", lectureId: target.id } as const;
  await announceTogether(context, audience, occasions.discussionActive(lecture), gatherSeconds);
}

async function nameOfWriter(context: Context, { role }: Discussable): Promise<string | null> {
  const { db, site } = context;
  const writer = await db.first<{ name: string | null }>`
    select name from members where site_id = ${site.id} and id = ${requireSession(context).memberId}`;
  return nameOfAuthor(writer?.name ?? null, role, await namesInComments(context));
}

interface CourseLecturer {
  name: string;
  memberId: string;
}

/** Words for all lecturers of the course, in the languages of pages. */
const everyLecturer = ["lecturer", "lecturers", "teacher", "講師", "老師"];

/** Returns the members who teach the course and whom a comment mentions: `@lecturer`, `@Uma` or `@Uma Vance`. */
async function findMentioned({ db, site }: SiteScope, courseId: string, body: string): Promise<string[]> {
  if (!body.includes("@")) return [];
  const lecturers = await db.many<CourseLecturer>`
    select lecturers.name, lecturers.member_id
      from ${table("course_lecturers").under(site.id, "course_id", [courseId])}
     cross join ${table("lecturers").joined(site.id, sql`course_lecturers.lecturer_id`)}
     where lecturers.member_id is not null and lecturers.deleted_at is null
     order by course_lecturers.position, lecturers.id`;
  const mentions = mentionsIn(body);
  const mentioned = lecturers.filter(({ name }) => mentions.some((text) => isNamed(text, name)));
  return [...new Set(mentioned.map(({ memberId }) => memberId))];
}

/** The texts that follow each `@`, unless it belongs to an email address. */
const mentionsIn = (body: string): string[] =>
  [...body.matchAll(/(?<![\p{L}\p{N}._-])@/gu)].map(({ index }) => body.slice(index + 1, index + 100).toLowerCase());

function isNamed(text: string, name: string): boolean {
  const full = name.trim().toLowerCase();
  const [first = full] = full.split(/\s+/u);
  return [...everyLecturer, full, first].some((word) => word !== "" && startsWithWord(text, word));
}

/** Chinese has no spaces between words. */
const startsWithWord = (text: string, word: string): boolean =>
  text.startsWith(word) && (/\p{Script=Han}$/u.test(word) || !/^[\p{L}\p{N}]/u.test(text.slice(word.length)));
