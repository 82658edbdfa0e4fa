import type pg from "pg";
import type { CurriculumIds } from "./curriculum.ts";
import { idOf, memberId, type Range } from "./members.ts";

/**
 * Inserts enrollments for each member in different courses, at a fixed stride from a random first course. Most are
 * active, a few are completed or expired, none is revoked. Randomness comes from a PostgreSQL hash of the enrollment
 * number and the seed, so that runs are reproducible.
 */
export async function insertEnrollments(
  client: pg.ClientBase,
  siteId: string,
  seed: number,
  { first, last }: Range,
  { enrollments, ids, now, isCounted }: { enrollments: number; ids: CurriculumIds; now: Date; isCounted: boolean },
): Promise<void> {
  const courses = ids.courses.length;
  await client.query(
    `insert into enrollments (site_id, id, student_id, course_id, status, source, starts_at, enrolled_at, expires_at,
                              completed_at, last_lecture_id, last_position_seconds, last_activity_at, created_at,
                              updated_at, counted_enrolled_at, counted_completed_at, counted_source)
     select $1::uuid, ${idOf("number", "$1 || '/' || $2 || '/enrollment/' || number")}, student_id,
            ($5::uuid[])[1 + course], status, 'purchase', enrolled_at, enrolled_at,
            case when status = 'expired' then $9 - interval '1 day' when chance % 5 = 0 then $9 + interval '1 year' end,
            case when status = 'completed' then enrolled_at + active_for end,
            case when active then ($6::uuid[])[1 + course * $7::integer + lecture] end,
            case when active then (chance >> 24) % 900 end,
            case when active then enrolled_at + active_for end,
            enrolled_at, enrolled_at, case when $12::boolean then enrolled_at end,
            case when $12::boolean and status = 'completed' then enrolled_at + active_for end, case when $12::boolean then 'purchase' end
       from (select n, ${memberId("n")} as student_id,
                    hashint8extended(n, $2::bigint) & 1152921504606846975 as member_chance
               from generate_series($3::bigint, $4::bigint) as n
             offset 0) as members,
            generate_series(0, $8::integer - 1) as k,
            lateral (select (n - 1) * $8::integer + k as number) as numbered,
            lateral (select hashint8extended(number, $2::bigint + 1) & 1152921504606846975 as chance) as chances,
            lateral (select ((member_chance + k * (1 + (member_chance >> 20) % $10::integer)) % $11::integer)::integer
                              as course,
                            ((chance >> 12) % $7::integer)::integer as lecture,
                            chance % 8 <> 0 as active,
                            case when chance % 20 < 3 then 'completed' when chance % 20 = 3 then 'expired'
                                 else 'active' end as status,
                            $9::timestamptz - make_interval(secs => 86400 + (chance >> 8) % 63072000) as enrolled_at,
                            make_interval(secs => (chance >> 16) % 86400) as active_for) as enrollment`,
    [
      siteId,
      String(seed),
      first,
      last,
      ids.courses,
      ids.lectures,
      ids.lectures.length / courses,
      enrollments,
      now,
      Math.max(1, Math.floor((courses - 1) / enrollments)),
      courses,
      isCounted,
    ],
  );
}
