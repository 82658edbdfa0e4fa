import type pg from "pg";
import { formatId } from "#domain/platform/ids.ts";

/** A request to the operator API on the complete data set. */
export interface Row {
  title: string;
  path: string;
  /** Text that every response must contain. */
  contains: string;
}

/** The period with the most courses. */
const aYear = "from=2013-10-01T00:00:00Z&to=2014-10-01T00:00:00Z";

const list = (title: string, path: string): Row => ({ title, path, contains: '"data":[{' });

/** Builds the requests, for the course with the most enrollments and its most active student. */
export async function rowsAbout(pool: pg.Pool, siteId: string): Promise<Row[]> {
  const { rows: courses } = await pool.query<{ id: string }>(
    "select id from courses where site_id = $1 order by enrollment_count desc, id limit 1",
    [siteId],
  );
  const { rows: enrollments } = await pool.query<{ id: string; student_id: string; email: string }>(
    `select enrollments.id, enrollments.student_id, members.email
       from enrollments
       join members on members.site_id = enrollments.site_id and members.id = enrollments.student_id
      where enrollments.site_id = $1 and enrollments.course_id = $2
      order by (select count(*) from lecture_progress
                 where lecture_progress.site_id = $1 and lecture_progress.enrollment_id = enrollments.id) desc, 1
      limit 1`,
    [siteId, courses[0]!.id],
  );
  const [course, { id, student_id, email }] = [formatId("course", courses[0]!.id), enrollments[0]!];
  const enrollment = formatId("enrollment", id);
  const student = formatId("member", student_id);
  return [
    list("students, newest first", "/students"),
    list("students, last active first", "/students?sort=-last_active_at"),
    list("students by email address", `/students?q=${email.split("@")[0]}`),
    list("students of a course", `/students?course_id=${course}`),
    list("enrollments, newest first", "/enrollments"),
    list("enrollments of a course", `/enrollments?course_id=${course}`),
    list("completed enrollments", "/enrollments?status=completed"),
    list("enrollments with any progress", "/enrollments?progress_percent[gte]=0.1"),
    list("enrollments with progress of at least 5 %", "/enrollments?progress_percent[gte]=5"),
    {
      title: "enrollments with 100 % progress (none)",
      path: "/enrollments?progress_percent[gte]=100",
      contains: '"data":[]',
    },
    list("progress, last changed first", "/lecture_progress"),
    list("progress in a course, completed", `/lecture_progress?course_id=${course}&completed=true`),
    list("progress of a student", `/lecture_progress?student_id=${student}`),
    list("quiz attempts, newest first", "/quiz_attempts"),
    list("failed quiz attempts", "/quiz_attempts?passed=false"),
    list("quiz attempts in a course", `/quiz_attempts?course_id=${course}`),
    list("submissions, latest first", "/submissions?sort=-submitted_at"),
    list("ungraded submissions", "/submissions?status=submitted"),
    list("submissions in a course", `/submissions?course_id=${course}`),
    {
      title: "progress of one enrollment",
      path: `/enrollments/${enrollment}/progress`,
      contains: '"sections":[{',
    },
    { title: "curriculum of a course", path: `/courses/${course}/curriculum`, contains: '"sections":[{' },
    { title: "funnel of a course", path: `/analytics/courses/${course}/funnel`, contains: '"lectures":[{' },
    list("course summaries", "/analytics/courses"),
    { title: "key figures of a year", path: `/analytics/overview?${aYear}`, contains: '"metrics":[{' },
    {
      title: "active students of a year, by day",
      path: `/analytics/timeseries?metric=active_students&interval=day&${aYear}`,
      contains: '"series":[{',
    },
    {
      title: "lectures completed in a year, by week and course",
      path: `/analytics/timeseries?metric=lectures_completed&interval=week&group_by=course&${aYear}`,
      contains: '"series":[{',
    },
  ];
}
