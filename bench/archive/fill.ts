import { hash, randomBytes } from "node:crypto";
import { contentOf, storeContent } from "#domain/files/files/content.ts";
import { keepFile } from "#domain/files/files/keep-file.ts";
import type { RequestContext } from "#domain/platform/context.ts";
import { insertPosts } from "../generate/catalog.ts";
import { generate } from "../generate/generate.ts";

export interface Size {
  members: number;
  courses: number;
  files: number;
}

/** Enrollments per member, and lectures with progress per enrollment. */
const [enrollments, opened] = [3, 5];

/** Fills a site with all that a large school has many of. The context needs storage. */
export async function fillLargeSite(
  context: RequestContext,
  { members, courses, files }: Size,
  report: (line: string) => void = () => {},
): Promise<void> {
  const { db, site } = context;
  report("members, courses and enrollments");
  await generate(db, { siteId: site.id, members, enrollments, courses, lecturesPerCourse: 20, seed: 1 });
  const client = await db.pool.connect();
  try {
    await insertPosts(client, { site, seed: 1, now: new Date() }, courses);
    await client.query("set statement_timeout = 0");
    for (const [name, statement] of statements) {
      report(name);
      await client.query(statement, [site.id]);
    }
  } finally {
    client.release(true);
  }
  for (let stored = 0; stored < files; stored++) {
    if (stored % 100 === 0) report(`${stored} files`);
    await insertFile(context, stored);
  }
}

async function insertFile(context: RequestContext, number: number): Promise<void> {
  const bytes = Buffer.from(randomBytes(20_000).toString("base64"));
  const content = await storeContent(context, contentOf(bytes, hash("sha256", bytes, "buffer")), "attachment");
  await keepFile(context, { filename: `file-${number}.txt`, purpose: "attachment" }, content);
}

const statements = [
  [
    "texts of lectures",
    `update lectures set body_markdown = repeat('A text about **knots**. ', 40), body_html = '' where site_id = $1 and kind = 'text'`,
  ],
  ["paid courses", "update courses set course_type = 'paid' where site_id = $1"],
  [
    "plans",
    `insert into course_plans (site_id, id, course_id, name, plan_type, price_amount, price_currency, position, created_at, updated_at)
     select site_id, uuidv7(), id, 'Once', 'one_time', 4900, 'USD', 0, now(), now() from courses where site_id = $1`,
  ],
  [
    "progress",
    `insert into lecture_progress (site_id, id, enrollment_id, lecture_id, position_seconds, watched_seconds, completed_at,
                                   first_opened_at, updated_at)
     select enrollments.site_id, uuidv7(), enrollments.id, opened.id, 60, 60, enrolled_at + interval '1 day',
            enrolled_at + interval '1 hour', enrolled_at + interval '1 day' + n * interval '1 minute'
       from enrollments,
            lateral (select id, row_number() over (order by id) as n from lectures
                      where lectures.site_id = $1 and lectures.course_id = enrollments.course_id
                      order by id limit ${opened}) as opened
      where enrollments.site_id = $1`,
  ],
  [
    "last activity",
    `update enrollments set last_lecture_id = last.lecture_id, last_position_seconds = 60, last_activity_at = last.updated_at
       from (select distinct on (enrollment_id) enrollment_id, lecture_id, updated_at from lecture_progress
              where site_id = $1 order by enrollment_id, updated_at desc) as last
      where enrollments.site_id = $1 and enrollments.id = last.enrollment_id`,
  ],
  [
    "orders",
    `with sold as (
       insert into orders (site_id, id, number, member_id, status, kind, currency, placed_at, paid_at, subtotal, total,
                           created_at, updated_at)
       select site_id, id, 'A-' || row_number() over (order by id), student_id, 'paid', 'checkout', 'USD', enrolled_at,
              enrolled_at, 4900, 4900, enrolled_at, enrolled_at
         from enrollments where site_id = $1
       returning site_id, id, placed_at),
     lines as (
       insert into order_lines (site_id, id, order_id, product_type, product_id, name, quantity, unit_amount, amount)
       select sold.site_id, uuidv7(), sold.id, 'course_plan', course_plans.id, 'A course', 1, 4900, 4900
         from sold
         join enrollments on enrollments.site_id = $1 and enrollments.id = sold.id
         join course_plans on course_plans.site_id = $1 and course_plans.course_id = enrollments.course_id)
     insert into payments (site_id, id, order_id, provider, method, status, amount, currency, provider_reference, paid_at,
                           created_at, updated_at)
     select site_id, uuidv7(), id, 'stripe', 'card', 'succeeded', 4900, 'USD', 'pi_' || id, placed_at, placed_at, placed_at
       from sold`,
  ],
  [
    "assignments",
    `insert into assignments (site_id, lecture_id, instructions_markdown, instructions_html, max_score, submission_kinds,
                              rubric, late_policy, created_at, updated_at)
     select distinct on (course_id) site_id, id, 'Tie a knot.', '<p>Tie a knot.</p>', 100, '{text}'::text[], '[]'::jsonb,
            '{"kind": "accept"}'::jsonb, now(), now()
       from lectures where site_id = $1 order by course_id, id`,
  ],
  [
    "submissions",
    `insert into submissions (site_id, id, lecture_id, enrollment_id, student_id, course_id, status, text, submitted_at,
                              given_score, score, feedback_markdown, feedback_html, graded_at, created_at, updated_at)
     select enrollments.site_id, uuidv7(), assignments.lecture_id, enrollments.id, student_id, enrollments.course_id, 'graded',
            'Over, under and through.', enrolled_at, 80, 80, 'Well *tied*.', '<p>Well <em>tied</em>.</p>', enrolled_at,
            enrolled_at, enrolled_at
       from enrollments
       join lectures on lectures.site_id = $1 and lectures.course_id = enrollments.course_id
       join assignments on assignments.site_id = $1 and assignments.lecture_id = lectures.id
      where enrollments.site_id = $1`,
  ],
  [
    "comments",
    `insert into comments (site_id, id, thread_id, commentable_type, commentable_id, course_id, author_id, author_role, body,
                           created_at, updated_at)
     select site_id, id, id, 'course', course_id, course_id, student_id, 'student', 'Which knot is that?', enrolled_at,
            enrolled_at
       from enrollments where site_id = $1`,
  ],
] as const;
