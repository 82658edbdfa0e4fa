import { createHash } from "node:crypto";
import type pg from "pg";
import { newApiKey } from "#oauth/api-keys/key-text.ts";
import { digest } from "#lib/secrets/secret.ts";

/** The size of the site: reading a noticeable part of it must stand out from a lookup by key. */
export const memberCount = 20_000;

/** Without autovacuum these tables have no statistics until they are analyzed. */
const tables = [
  "accounts",
  "account_sites",
  "members",
  "clients",
  "grants",
  "consents",
  "families",
  "tokens",
  "authorization_codes",
  "sessions",
  "audit_entries",
  "api_keys",
  "courses",
  "sections",
  "lectures",
  "enrollments",
  "lecture_progress",
  "progress_reports",
];

/** The n-th id of each kind of resource. */
export const idOf = (n: number) => `00000000-0000-7000-8000-${n.toString(16).padStart(12, "0")}`;

/** Members per API key, per course, and per enrollment in the first course, and members per one who began it. */
const every = { apiKey: 20, course: 4, beginner: 8 };

/** API keys of an owner each, by the number of the member divided by 20. */
const apiKeys = Array.from({ length: memberCount / every.apiKey }, newApiKey);

/** The API key of this member or of one of the nineteen before. */
export const apiKeyOf = (n: number) => apiKeys[Math.floor(n / every.apiKey) - 1]!;

/** The id of the enrollment of this member or of one of the three before. */
export const enrollmentOf = (n: number) => idOf(Math.floor(n / every.course) * every.course);

/** The id of the only lecture of the course that all have. */
export const commonLecture = idOf(every.course);

/** The n-th secret of a kind. It belongs to the n-th member. */
export const secretOf = (kind: "lat" | "lrt" | "lac" | "lss", n: number) => `${kind}_${String(n).padStart(43, "0")}`;

/** The first client is public and has all grants. The second is a resource server, the third an unrelated client. */
export const clients = {
  app: { id: idOf(1), secret: undefined },
  resourceServer: { id: idOf(2), secret: "lcs_of-the-resource-server" },
  unrelated: { id: idOf(3), secret: "lcs_of-the-unrelated-client" },
};

export const [verifier, redirectUri] = ["v".repeat(43), "https://app.example.test/callback"];
const challenge = createHash("sha256").update(verifier).digest("base64url");

const id = (n: string) => `('00000000-0000-7000-8000-' || lpad(to_hex(${n}), 12, '0'))::uuid`;
const digestOf = (text: string) => `sha256(convert_to(${text}, 'UTF8'))`;
const secret = (kind: string) => digestOf(`'${kind}_' || lpad(n::text, 43, '0')`);
const scopes = "'{openid,profile,email,account:read}'::text[]";
const created = { created_at: "now()" };
const updated = { ...created, updated_at: "now()" };
const expiring = { expires_at: "now() + interval '90 days'" };
const email = "'student-' || n || '@example.test'";

const token = (prefix: string, kind: string): Columns => ({
  digest: secret(prefix),
  family_id: id("n"),
  kind: `'${kind}'`,
  scopes,
  ...created,
  ...expiring,
});

type Columns = Record<string, string>;

const commonCourse = `'${idOf(every.course)}'::uuid`;
const keyId = id(`n + ${2 * memberCount}`);
const described = { ...updated, course_id: id("n"), title: "'Part ' || n", position: "1" };
const keyScopes = "'{members:read,students:read,students:write}'::text[]";

/** The rows per member, or per several, and as many clients: SQL in which `n` counts the members. */
const rows: readonly [table: string, columns: Columns, step?: number][] = [
  ["accounts", { id: id("n"), email, email_key: email, email_verified_at: "now()", ...updated }],
  [
    "members",
    {
      id: id("n"),
      account_id: id("n"),
      email,
      email_key: email,
      name: "'Student ' || n",
      roles: `case n % ${every.apiKey} when 0 then '{owner}' else '{student}' end::text[]`,
      joined_at: "now()",
      accepted_at: "now()",
      ...updated,
    },
  ],
  ["account_sites", { account_id: id("n"), member_id: id("n") }],
  [
    "clients",
    {
      id: id("n"),
      name: "'Client ' || n",
      origin: "'operator'",
      audience: "'member'",
      token_endpoint_auth_method: "case when n in (2, 3) then 'client_secret_post' else 'none' end",
      redirect_uris: `'{${redirectUri}}'`,
      secret_digest: `case n when 2 then ${digestOf(`'${clients.resourceServer.secret}'`)}
                             when 3 then ${digestOf(`'${clients.unrelated.secret}'`)} end`,
      introspects_all_tokens: "n = 2",
      first_authorized_at: "now()",
      ...updated,
    },
  ],
  ["grants", { id: id("n"), member_id: id("n"), client_id: `'${clients.app.id}'::uuid`, ...updated }],
  ["consents", { id: id("n"), grant_id: id("n"), redirect_uri: `'${redirectUri}'`, scopes, ...updated }],
  ["families", { id: id("n"), grant_id: id("n"), ...created, ...expiring }],
  ["tokens", token("lat", "access")],
  ["tokens", token("lrt", "refresh")],
  [
    "authorization_codes",
    {
      digest: secret("lac"),
      grant_id: id("n"),
      family_id: id(`n + ${memberCount}`),
      client_id: `'${clients.app.id}'::uuid`,
      redirect_uri: `'${redirectUri}'`,
      redirect_uri_named: "true",
      scopes,
      code_challenge: `'${challenge}'`,
      resource_named: "false",
      ...created,
      ...expiring,
    },
  ],
  [
    "sessions",
    {
      id: id("n"),
      digest: secret("lss"),
      member_id: id("n"),
      authenticated_at: "now()",
      last_seen_at: "now()",
      ...expiring,
    },
  ],
  [
    "clients",
    {
      id: keyId,
      name: "'Key ' || n",
      origin: "'api_key'",
      audience: "'operator'",
      token_endpoint_auth_method: "'none'",
      redirect_uris: "'{}'",
      scopes: keyScopes,
      ...updated,
    },
    every.apiKey,
  ],
  ["grants", { id: keyId, member_id: id("n"), client_id: keyId, ...updated }, every.apiKey],
  ["families", { id: keyId, grant_id: keyId, ...created, ...expiring }, every.apiKey],
  [
    "tokens",
    {
      ...token("lak", "access"),
      digest: `($1::bytea[])[n / ${every.apiKey}]`,
      family_id: keyId,
      scopes: keyScopes,
    },
    every.apiKey,
  ],
  [
    "api_keys",
    {
      id: keyId,
      member_id: id("n"),
      name: "'Key ' || n",
      ending: "'0000'",
      scopes: keyScopes,
      ...created,
      ...expiring,
    },
    every.apiKey,
  ],
  [
    "courses",
    { id: id("n"), slug: "'course-' || n", name: "'Course ' || n", status: "'published'", ...updated },
    every.course,
  ],
  ["sections", { ...described, id: id("n") }, every.course],
  ["lectures", { ...described, id: id("n"), section_id: id("n"), kind: "'text'" }, every.course],
  [
    "enrollments",
    {
      id: id("n"),
      student_id: id("n"),
      course_id: commonCourse,
      starts_at: "now()",
      enrolled_at: "now()",
      ...updated,
    },
    every.course,
  ],
  [
    "lecture_progress",
    {
      id: id("n"),
      enrollment_id: id("n"),
      lecture_id: commonCourse,
      first_opened_at: "now()",
      updated_at: "now()",
    },
    every.beginner,
  ],
];

/**
 * Fills a site of an otherwise empty installation with members who have a grant, a session, a code and a token pair
 * each, and some an API key or an enrollment, from the `first` on. The tables get no statistics.
 */
export async function fillLargeSite(pool: pg.Pool, siteId: string, count = memberCount, first = 1): Promise<void> {
  for (const table of tables) await pool.query(`alter table ${table} set (autovacuum_enabled = off)`);
  const digests = apiKeys.map((key) => digest(key));
  for (const [table, columns, step = 1] of rows) {
    const complete = table === "accounts" ? columns : { site_id: `'${siteId}'::uuid`, ...columns };
    await pool.query(
      `insert into ${table} (${Object.keys(complete).join(", ")})
       select ${Object.values(complete).join(", ")} from generate_series(${first}, ${count}) as n
        where n % ${step} = 0 and cardinality($1::bytea[]) > 0`,
      [digests],
    );
  }
}

export const analyzeLargeSite = (pool: pg.Pool) => pool.query(`analyze ${tables.join(", ")}`);
