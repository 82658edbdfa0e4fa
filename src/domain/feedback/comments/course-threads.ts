import { sql } from "#database/statements/sql.ts";
import type { Context, SiteScope } from "#domain/platform/context.ts";
import { plainText } from "#lib/text/plain-text.ts";
import { namesInComments, showComment, type VisibleComment } from "./show-comment.ts";
import { type DiscussedComment, shownColumns } from "./shown-columns.ts";

/** A thread in the list of a course. */
export interface CourseThread extends VisibleComment {
  lectureId: string;
  /** The beginning of the text. */
  excerpt: string;
  replyCount: number;
  activeAt: Date;
  /** False for a question of a student that no member of the staff has answered or settled. */
  isAnswered: boolean;
}

/** The threads of a course that one person may see. */
export interface CourseThreads {
  courseId: string;
  /** The lectures that are open to the person. */
  lectureIds: readonly string[];
  memberId: string;
  moderates: boolean;
  /** Questions of students without an answer only. */
  unanswered: boolean;
  /** The last thread of the previous page. */
  afterId: string | null;
}

const pageSize = 30;
/** Characters of an excerpt. */
const excerptLength = 280;

/** Lists threads, those with the newest comment first. */
export async function listCourseThreads(
  context: Context,
  listed: CourseThreads,
): Promise<{ threads: CourseThread[]; nextAfter: string | null }> {
  if (listed.lectureIds.length === 0) return { threads: [], nextAfter: null };
  const found = await findThreads(context, listed);
  const names = await namesInComments(context);
  const threads = found.slice(0, pageSize).map((row) => ({
    ...showComment(context, row, listed.memberId, names),
    lectureId: row.commentableId,
    excerpt: excerptOf(row),
    replyCount: row.replyCount,
    activeAt: row.activeAt,
    isAnswered: row.authorRole !== "student" || row.answered,
  }));
  return { threads, nextAfter: found.length > pageSize ? (threads.at(-1)?.id ?? null) : null };
}

type Row = DiscussedComment & { activeAt: Date };

/** As in the indexes of threads. */
const activeAt = sql`coalesce(comments.active_at, comments.created_at)`;

const findThreads = ({ db, site }: SiteScope, listed: CourseThreads): Promise<Row[]> => {
  const { courseId, lectureIds, memberId, moderates, unanswered, afterId } = listed;
  const isOpen = unanswered
    ? sql`comments.author_role = 'student' and not comments.answered and comments.status = 'visible'`
    : sql`true`;
  const isVisible = moderates ? sql`true` : sql`(comments.status = 'visible' or comments.author_id = ${memberId})`;
  const position =
    afterId === null
      ? sql`true`
      : sql`(${activeAt}, comments.id) < (
          select coalesce(last.active_at, last.created_at), last.id from comments last
           where last.site_id = ${site.id} and last.id = ${afterId})`;
  return db.many<Row>`
    select ${shownColumns(site.id, memberId)}, ${activeAt} as active_at from comments
     where comments.site_id = ${site.id} and comments.course_id = ${courseId}
       and comments.commentable_type = 'lecture' and comments.parent_id is null and comments.deleted_at is null
       and comments.commentable_id = any(${lectureIds}::uuid[]) and comments.body <> ''
       and ${isOpen} and ${isVisible} and ${position}
     order by ${activeAt} desc, comments.id desc limit ${pageSize + 1}`;
};

function excerptOf({ body, bodyHtml }: DiscussedComment): string {
  const text = bodyHtml === null ? body.replaceAll(/\s+/g, " ").trim() : plainText(bodyHtml);
  return text.length <= excerptLength ? text : `${text.slice(0, excerptLength).trimEnd()}…`;
}
