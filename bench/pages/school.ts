import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type pg from "pg";
import { openDatabase } from "#database/database.ts";
import { createDemo } from "#demo/create-demo.ts";
import { formatId } from "#domain/platform/ids.ts";
import { openQueue } from "#domain/platform/queue/open-queue.ts";
import { openDiskStore } from "#lib/objects/disk-store.ts";
import type { Connection } from "../harness/cluster.ts";
import { openCredentials } from "../lectern/credentials.ts";

export const host = "learn.bench.example";

export interface School {
  /**
   * The requests of a row: for pages of students, one per student. Each opens a lecture, and requests of one student
   * would wait for each other.
   */
  requests: Record<string, { path: string; cookie?: string }[]>;
}

const maxStudents = 40;

const anonymous = (path: string) => [{ path }];

/** Creates the demo schools, one of which production serves from now on. */
export async function createSchool(connection: Connection, pool: pg.Pool): Promise<School> {
  const dataFolder = mkdtempSync(path.join(tmpdir(), "lectern-bench-pages-"));
  const database = openDatabase(connection);
  try {
    await openQueue(database);
    await createDemo(database, {
      port: 8080,
      dataFolder,
      now: new Date(),
      storage: { store: openDiskStore(dataFolder), key: randomBytes(32) },
      payments: { key: randomBytes(32) },
      createKey: () => Promise.resolve(""),
    });
  } finally {
    await database.close();
    rmSync(dataFolder, { recursive: true, force: true });
  }
  const firstRow = async (text: string, values: unknown[] = []) =>
    (await pool.query<Record<string, string>>(text, values)).rows[0]!;
  const { id: siteId } = await firstRow(
    `update sites set is_demo = false, origin = 'https://${host}', host = '${host}'
      where id = (select id from sites order by id limit 1) returning id`,
  );
  const { slug } = await firstRow(
    `select slug from courses where site_id = $1 and status = 'published' and deleted_at is null
      order by rating_count desc, id limit 1`,
    [siteId],
  );
  const { rows: students } = await pool.query<{ student: string; course: string; lecture: string }>(
    `select distinct on (enrollments.student_id) enrollments.student_id as student, courses.slug as course,
            lectures.id as lecture
       from enrollments
       join courses on courses.site_id = enrollments.site_id and courses.id = enrollments.course_id
       join lectures on lectures.site_id = courses.site_id and lectures.course_id = courses.id
      where enrollments.site_id = $1 and enrollments.status = 'active' and enrollments.deleted_at is null
        and lectures.kind = 'text' and lectures.status = 'published' and lectures.deleted_at is null
      order by enrollments.student_id, enrollments.id, lectures.position limit $2`,
    [siteId, maxStudents],
  );
  const { owner } = await firstRow(
    "select id as owner from members where site_id = $1 and 'owner' = any (roles) order by id limit 1",
    [siteId],
  );
  const credentials = openCredentials(pool);
  const cookieOf = async (member: string) => {
    const [secret] = await credentials.sessions({ siteId: siteId!, members: [member], clientId: "" }, 1);
    return `__Host-lectern_session=${secret}; __Host-lectern_browser=lbr_${randomBytes(32).toString("base64url")}`;
  };
  const signedIn = await Promise.all(
    students.map(async ({ student, course, lecture }) => ({
      cookie: await cookieOf(student),
      lecture: `/learn/${course}/${formatId("lecture", lecture)}`,
    })),
  );
  const asStudents = (path: string) => signedIn.map(({ cookie }) => ({ path, cookie }));
  return {
    requests: {
      home: anonymous("/"),
      catalog: anonymous("/courses"),
      course: anonymous(`/courses/${slug}`),
      llms: anonymous("/llms.txt"),
      "home-304": anonymous("/"),
      "course-304": anonymous(`/courses/${slug}`),
      learn: asStudents("/learn"),
      lecture: signedIn.map(({ cookie, lecture }) => ({ path: lecture, cookie })),
      account: asStudents("/account"),
      admin: [{ path: "/admin/members", cookie: await cookieOf(owner!) }],
    },
  };
}
