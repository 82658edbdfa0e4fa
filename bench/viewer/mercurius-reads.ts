import { createHash } from "node:crypto";
import pg from "pg";
import type { Connection } from "../harness/cluster.ts";

/** The same number of connections as our server. */
const connections = 20;

export interface Viewer {
  siteId: string;
  memberId: string;
  name: string | null;
  email: string;
}

export interface CourseRow {
  slug: string;
  expiresAt: Date | null;
  lastLectureId: string | null;
  lastPositionSeconds: number | null;
}

const findSite = "select id from sites where host = $1";

const findViewer = `
  select members.site_id as "siteId", members.id as "memberId", members.name, accounts.email
    from tokens
    join families on families.site_id = tokens.site_id and families.id = tokens.family_id
    join grants on grants.site_id = families.site_id and grants.id = families.grant_id
    join clients on clients.site_id = grants.site_id and clients.id = grants.client_id
    join members on members.site_id = grants.site_id and members.id = grants.member_id
    join accounts on accounts.id = members.account_id
   where tokens.site_id = $1 and tokens.digest = $2 and tokens.kind = 'access' and tokens.expires_at > $3
     and tokens.scopes @> '{account:read}' and families.revoked_at is null and grants.revoked_at is null
     and clients.deleted_at is null and members.status = 'active' and members.roles <> '{}'`;

const listCourses = `
  select courses.slug, enrollments.expires_at as "expiresAt", enrollments.last_lecture_id as "lastLectureId",
         enrollments.last_position_seconds as "lastPositionSeconds"
    from enrollments
    join courses on courses.site_id = enrollments.site_id and courses.id = enrollments.course_id
   where enrollments.site_id = $1 and enrollments.student_id = $2
     and enrollments.deleted_at is null and enrollments.status <> 'revoked' and courses.deleted_at is null
   order by coalesce(enrollments.last_activity_at, enrollments.enrolled_at) desc, enrollments.id desc
   limit $3`;

/** Reads of the peer in the style of its users: plain `pg`, a pool and named prepared statements. */
export function openPeerReads(connection: Connection) {
  const pool = new pg.Pool({ ...connection, max: connections, idleTimeoutMillis: 0 });
  const sites = new Map<string, string>();

  async function siteOf(host: string): Promise<string | undefined> {
    const known = sites.get(host);
    if (known !== undefined) return known;
    const { rows } = await pool.query<{ id: string }>({ name: "find_site", text: findSite, values: [host] });
    const [found] = rows;
    if (found) sites.set(host, found.id);
    return found?.id;
  }

  return {
    /** Returns the member of a valid token with `account:read`. */
    async authenticate(headers: { host?: string | undefined; authorization?: string | undefined }): Promise<Viewer> {
      const siteId = await siteOf(headers.host ?? "");
      const token = headers.authorization?.replace(/^Bearer /, "") ?? "";
      const values = [siteId, createHash("sha256").update(token).digest(), new Date()];
      const { rows } = await pool.query<Viewer>({ name: "find_viewer", text: findViewer, values });
      const [viewer] = rows;
      if (!viewer) throw new Unauthenticated();
      return viewer;
    },
    async courses({ siteId, memberId }: Viewer, first: number): Promise<CourseRow[]> {
      const values = [siteId, memberId, first];
      return (await pool.query<CourseRow>({ name: "list_courses", text: listCourses, values })).rows;
    },
  };
}

class Unauthenticated extends Error {
  readonly statusCode = 401;
}
