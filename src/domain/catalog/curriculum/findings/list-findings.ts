import { sql } from "#database/statements/sql.ts";
import type { SiteScope } from "#domain/platform/context.ts";
import {
  hasAddress,
  hasAssignment,
  hasContent,
  hasQuestions,
} from "#domain/catalog/curriculum/lectures/content-of-lectures.ts";
import type { LectureFinding } from "./lecture-finding.ts";

interface Row {
  id: string;
  kind: string;
  hasContent: boolean;
  hasAddress: boolean;
  hasQuestions: boolean;
  hasAssignment: boolean;
  lacksCaptions: boolean;
}

/** Returns what each lecture of a course lacks, by its ID. Lectures without findings are left out. */
export async function listFindings(
  { db, site }: SiteScope,
  courseId: string,
): Promise<ReadonlyMap<string, LectureFinding[]>> {
  const rows = await db.many<Row>`
    select lectures.id, lectures.kind, ${hasContent(site.id)} as has_content, ${hasAddress(site.id)} as has_address,
           lectures.kind <> 'quiz' or ${hasQuestions(site.id)} as has_questions,
           lectures.kind <> 'assignment' or ${hasAssignment(site.id)} as has_assignment,
           ${lacksCaptions} as lacks_captions
      from lectures
     where lectures.site_id = ${site.id} and lectures.course_id = ${courseId} and lectures.deleted_at is null`;
  return new Map(rows.map((row) => [row.id, findingsOf(row)] as const).filter(([, { length }]) => length > 0));
}

/** Condition: a video that the school plays itself has no captions. Other hosts show their own. */
const lacksCaptions = sql`
  (lectures.kind <> 'audio' and lectures.video is not null
   and coalesce(lectures.video ->> 'provider', 'hls') = 'hls'
   and jsonb_array_length(coalesce(lectures.video -> 'captions', '[]')) = 0)`;

/** The first lack decides what to do next: a quiz without questions is not empty, it has no questions. */
function findingsOf(row: Row): LectureFinding[] {
  const main: LectureFinding | undefined = !row.hasQuestions
    ? "no_questions"
    : !row.hasAssignment
      ? "no_assignment"
      : !row.hasAddress
        ? "no_address"
        : row.hasContent
          ? undefined
          : "empty";
  return [...(main === undefined ? [] : [main]), ...(row.lacksCaptions ? ["no_captions" as const] : [])];
}
