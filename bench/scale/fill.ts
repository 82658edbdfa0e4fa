import pg from "pg";
import type { Connection } from "../harness/cluster.ts";
import type { Size } from "./sizes.ts";

const courses = 20;
const enrollmentsEach = 10;

/** The statements of one fill, in their order, with what each of them makes. */
const steps: readonly (readonly [made: string, text: string])[] = [
  [
    "sites",
    `insert into sites (id, origin, host, name, created_at, updated_at)
     select uuidv7(), 'http://s' || n || '.localhost', 's' || n || '.localhost', 'School ' || n, now(), now()
       from generate_series(1, $sites) as n`,
  ],
  [
    // In the order in which they joined: the members of one site are not neighbours.
    "people",
    `create temporary table people as
     select sites.id as site_id, uuidv7() as id, n, row_number() over (partition by n order by sites.id) as site
       from generate_series(1, $membersEach) as n, sites order by n`,
  ],
  [
    "accounts",
    `insert into accounts (id, email, email_key, email_verified_at, created_at, updated_at)
     select id, email, email, now(), now(), now()
       from people, lateral (select 'member-' || n || '@school-' || site || '.example' as email) as named`,
  ],
  ["account_sites", "insert into account_sites (account_id, site_id, member_id) select id, site_id, id from people"],
  [
    "members",
    `insert into members (site_id, id, account_id, name, email, email_key, roles, joined_at, created_at, updated_at)
     select site_id, id, id, 'Member ' || n, email, email, '{student}', now(), now(), now()
       from people join accounts using (id)`,
  ],
  [
    "courses",
    `insert into courses (site_id, id, slug, name, status, published_at, position, created_at, updated_at)
     select id, uuidv7(), 'course-' || n, 'Course ' || n, 'published', now(), n, now(), now()
       from sites, generate_series(1, $courses) as n`,
  ],
  [
    "sections",
    `insert into sections (site_id, id, course_id, title, position, created_at, updated_at)
     select site_id, id, id, 'Introduction', 1, now(), now() from courses`,
  ],
  [
    "lectures",
    `insert into lectures (site_id, id, course_id, section_id, title, position, kind, created_at, updated_at)
     select site_id, id, course_id, id, 'Welcome', 1, 'video', now(), now() from sections`,
  ],
  [
    "enrollments",
    `insert into enrollments (site_id, id, student_id, course_id, starts_at, enrolled_at, last_lecture_id,
                              last_position_seconds, last_activity_at, created_at, updated_at)
     select people.site_id, uuidv7(), people.id, courses.id, now(), now(), courses.id, 60 * k,
            now() - k * interval '1 hour', now(), now()
       from generate_series(1, $enrollmentsEach) as k, people
       join courses on courses.site_id = people.site_id
      where courses.position = 1 + (people.n + k) % $courses`,
  ],
  [
    "clients",
    `insert into clients (site_id, id, name, origin, audience, token_endpoint_auth_method, redirect_uris,
                          first_authorized_at, created_at, updated_at)
     select id, uuidv7(), 'An application', 'operator', 'member', 'none', '{https://application.example/callback}',
            now(), now(), now() from sites`,
  ],
  [
    "grants",
    `insert into grants (site_id, id, member_id, client_id, created_at, updated_at)
     select site_id, people.id, people.id, clients.id, now(), now() from people join clients using (site_id)`,
  ],
  [
    "families",
    `insert into families (site_id, id, grant_id, client_id, member_id, created_at, expires_at)
     select site_id, id, id, client_id, member_id, now(), now() + interval '67 days' from grants`,
  ],
  [
    "tokens",
    `insert into tokens (site_id, digest, family_id, kind, scopes, created_at, expires_at)
     select site_id, sha256((kind || id)::bytea), id, kind, '{openid,account:read}', now(), now() + interval '1 day'
       from families, unnest(array['access', 'refresh']) as kind`,
  ],
];

/**
 * A school year of rows: accounts, memberships, ten enrollments and a signed-in application for each member. As the
 * superuser, who may leave foreign keys unchecked while it writes what is known to be right.
 */
export async function fill(connection: Connection, size: Size, report: (line: string) => void): Promise<void> {
  const client = new pg.Client({ ...connection, user: "postgres" });
  await client.connect();
  const numbers: Record<string, number> = { ...size, courses, enrollmentsEach } as never;
  try {
    await client.query("set session_replication_role = replica; set synchronous_commit = off");
    for (const [made, text] of steps) {
      report(`${size.title}: ${made}`);
      await client.query(text.replace(/\$(\w+)/g, (_match, name: string) => String(numbers[name])));
    }
    await client.query("vacuum analyze");
  } finally {
    await client.end();
  }
}
