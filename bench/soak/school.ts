import { readFileSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import type pg from "pg";
import { formatId, newId } from "#domain/platform/ids.ts";
import { insertBenchClient } from "../lectern/site.ts";
import type { SoakProcess } from "./soak-process.ts";
import { newSerial } from "../../src/domain/learning/certificates/certificate.ts";

export const redirectUri = "https://app.example/callback";
export const secret = "lcs_a-secret-that-only-the-two-of-us-know-and-no-one-else";

export interface Person {
  email: string;
  password: string;
  roles: string[];
}

/** The demo school that the load uses, and what it needs to address its content. */
export interface School {
  origin: string;
  siteId: string;
  apiKey: string;
  owner: Person;
  student: Person;
  /** Members of the load, by the IDs of their rows. */
  members: string[];
  operatorClient: string;
  confidentialClient: string;
  memberClient: string;
  courses: string[];
  images: string[];
  /** Lectures of enrolled students: enrollment and lecture. */
  lectures: { enrollment: string; lecture: string }[];
  /** The serial number of a certificate of `student`. */
  certificate: string;
}

/** Reads the demo, raises its rate limits, and adds the clients and the webhook endpoint of the load. */
export async function openSchool(server: SoakProcess, pool: pg.Pool, webhookUrl: string): Promise<School> {
  const file = path.join(server.dataFolder, "demo.json");
  const { sites } = JSON.parse(readFileSync(file, "utf8")) as {
    sites: { origin: string; apiKey: string; members: Person[] }[];
  };
  const { origin, apiKey, members: people } = sites.find((site) => site.origin.startsWith("http://127.0.0.1"))!;
  await raiseLimits(server, origin);
  const siteId = await one(pool, "select id as value from sites where origin = $1", [origin]);
  const members = await all<{ id: string }>(
    pool,
    "select id from members where site_id = $1 and status = 'active' and deleted_at is null order by id limit 40",
    [siteId],
  );
  const courses = await all<{ slug: string }>(
    pool,
    "select slug from courses where site_id = $1 and status = 'published' and deleted_at is null",
    [siteId],
  );
  const lectures = await all<{ enrollment: string; lecture: string }>(
    pool,
    `select enrollments.id as enrollment, lectures.id as lecture from enrollments
       join lectures on lectures.site_id = enrollments.site_id and lectures.course_id = enrollments.course_id
      where enrollments.site_id = $1 and enrollments.deleted_at is null and lectures.deleted_at is null
        and lectures.kind = 'text'
      order by enrollments.id, lectures.id limit 200`,
    [siteId],
  );
  const operatorClient = await insertBenchClient(pool, siteId, { audience: "operator", redirectUri, scopes: null });
  const confidentialClient = await insertBenchClient(pool, siteId, {
    audience: "operator",
    redirectUri,
    scopes: null,
    secret,
  });
  const memberClient = await insertBenchClient(pool, siteId, { audience: "member", redirectUri, scopes: null });
  await insertEndpoint(origin, apiKey, webhookUrl);
  const home = await (await fetch(origin, { headers: { accept: "text/html" } })).text();
  const images = [...home.matchAll(/src(?:set)?="[^"]*(\/files\/[^" ]+)/g)].map(([, address]) => address!);
  const student = people.find(({ roles }) => roles.includes("student"))!;
  return {
    origin,
    siteId,
    apiKey,
    owner: people.find(({ roles }) => roles.includes("owner"))!,
    student,
    members: members.map(({ id }) => id),
    operatorClient,
    confidentialClient,
    memberClient,
    courses: courses.map(({ slug }) => slug),
    images: [...new Set(images)],
    lectures: lectures.map(({ enrollment, lecture }) => ({
      enrollment: formatId("enrollment", enrollment),
      lecture: formatId("lecture", lecture),
    })),
    certificate: await insertCertificate(pool, siteId, student.email),
  };
}

async function raiseLimits({ env }: SoakProcess, origin: string): Promise<void> {
  const command = fileURLToPath(new URL("../../src/cli/main.ts", import.meta.url));
  const limits = ["api_requests_per_minute=100000", "api_bulk_requests_per_minute=10000"];
  const agents = ["mcp_requests_per_minute=10000", "mcp_anonymous_requests_per_minute=10000"];
  const args = [command, "site", "set", origin, ...limits, ...agents];
  await promisify(execFile)(process.execPath, args, { env: { PATH: process.env["PATH"], ...env } });
}

/** The demo has completed no course for the student. */
const insertCertificate = (pool: pg.Pool, siteId: string, email: string): Promise<string> =>
  one(
    pool,
    `insert into certificates (site_id, id, serial, enrollment_id, student_id, course_id, student_name, course_name,
                               status, issued_at, created_at, updated_at)
     select enrollments.site_id, $3, $4, enrollments.id, members.id, courses.id, members.name, courses.name,
            'valid', now(), now(), now()
       from members
       join enrollments on enrollments.site_id = members.site_id and enrollments.student_id = members.id
       join courses on courses.site_id = enrollments.site_id and courses.id = enrollments.course_id
      where members.site_id = $1 and members.email = $2
      limit 1
     returning serial as value`,
    [siteId, email, newId(), newSerial()],
  );

async function insertEndpoint(origin: string, apiKey: string, url: string): Promise<void> {
  const response = await fetch(`${origin}/api/v1/webhook_endpoints`, {
    method: "POST",
    headers: { authorization: `Bearer ${apiKey}`, "content-type": "application/json", "idempotency-key": newId() },
    body: JSON.stringify({ url, event_types: ["group.updated", "school.updated", "lecture_progress.completed"] }),
  });
  if (!response.ok) throw new Error(await response.text());
}

async function all<Row extends pg.QueryResultRow>(pool: pg.Pool, text: string, values: unknown[]): Promise<Row[]> {
  return (await pool.query<Row>(text, values)).rows;
}

async function one(pool: pg.Pool, text: string, values: unknown[]): Promise<string> {
  return (await all<{ value: string }>(pool, text, values))[0]!.value;
}
