import type pg from "pg";

/** Courses that every member of the site is spread over, and where each member was last. */
export async function insertBenchCourses(
  pool: pg.Pool,
  siteId: string,
  { courses, enrollmentsEach }: { courses: number; enrollmentsEach: number },
): Promise<void> {
  await pool.query(
    `with course as (
       insert into courses (site_id, id, slug, name, status, published_at, position, created_at, updated_at)
       select $1, uuidv7(), 'course-' || n, 'Course ' || n, 'published', now(), n, now(), now()
         from generate_series(1, $2) as n
       returning id
     ), section as (
       insert into sections (site_id, id, course_id, title, position, created_at, updated_at)
       select $1, uuidv7(), id, 'Introduction', 1, now(), now() from course
       returning id, course_id
     )
     insert into lectures (site_id, id, course_id, section_id, title, position, kind, duration_seconds,
                           created_at, updated_at)
     select $1, uuidv7(), course_id, id, 'Lecture ' || n, n, 'video', 600, now(), now()
       from section, generate_series(1, 10) as n`,
    [siteId, courses],
  );
  // Course after course, as people enroll: the rows of a member are not neighbours.
  await pool.query(
    `with course as (
       select id, row_number() over (order by position) - 1 as n,
              (select id from lectures where site_id = $1 and course_id = courses.id order by position limit 1) as lecture_id
         from courses where site_id = $1
     ), member as (
       select id, row_number() over (order by id) as n from members where site_id = $1
     )
     insert into enrollments (site_id, id, student_id, course_id, starts_at, expires_at, enrolled_at, last_lecture_id,
                              last_position_seconds, last_activity_at, created_at, updated_at)
     select $1, uuidv7(), member.id, course.id, now(), case when course.n % 2 = 0 then now() + interval '1 year' end, now(),
            case when k % 5 > 0 then lecture_id end, case when k % 5 > 0 then 60 * k end,
            case when k % 5 > 0 then now() - k * interval '1 hour' end, now(), now()
       from generate_series(1, $2) as k, member, course
      where course.n = (member.n + k) % $3
      order by k, member.n`,
    [siteId, enrollmentsEach, courses],
  );
}
