import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { scopes } from "#access/scopes.ts";
import { formatId } from "#domain/platform/ids.ts";
import { tools } from "../../src/mcp/tools.ts";
import { database } from "../support/database.ts";
import { aPersonEverywhere, type Everywhere } from "../support/person-everywhere.ts";
import { agentAt, anOperatorAgent, type Json } from "./support/agent.ts";

/** The last name of a person of whom something stands in every column that can hold text of theirs. */
const marker = "Zebedee";

/** Fields about a person that only the staff or the server writes. */
const trusted = new Set(
  "tags external_id metadata reply feedback_markdown feedback_html revoke_reason meeting_url check_in_code card ip resource url".split(
    " ",
  ),
);
/** The staff writes what visitors read about lecturers. */
const trustedTools = new Set(["admin_list_lecturers", "list_lecturers"]);

/** Paths at which the marker stands outside `untrusted_text`. */
function exposed(value: unknown, path = ""): string[] {
  if (typeof value === "string") return value.includes(marker) ? [path] : [];
  if (typeof value !== "object" || value === null) return [];
  if (Array.isArray(value)) return value.flatMap((item) => exposed(item, `${path}[]`));
  return Object.entries(value).flatMap(([name, part]) =>
    name === "untrusted_text" || trusted.has(name) ? [] : exposed(part, `${path}.${name}`),
  );
}

type Kind = Parameters<typeof formatId>[0];

async function argumentsOf({ site, member }: Everywhere): Promise<Record<string, Json>> {
  const some = async (table: string, kind: Kind, column = "id"): Promise<string> => {
    const { rows } = await database.pool.query<{ id: string }>(
      `select ${column} as id from ${table} where site_id = $1 order by 1 desc limit 1`,
      [site.site.id],
    );
    return formatId(kind, rows[0]!.id);
  };
  const course = await some("courses", "course");
  const form = await some("form_submissions", "form", "form_id");
  const id = member.sub;
  return {
    admin_get_course: { course },
    get_curriculum: { course, include: ["attachments", "quizzes", "assignments"] },
    get_lecture: { id: await some("lectures", "lecture") },
    get_course_analytics: { course },
    list_reviews: {},
    get_student: { id },
    get_member: { id },
    get_order: { id: await some("orders", "order") },
    get_comment_thread: { id: await some("comments", "comment") },
    get_form: { id: form },
    list_form_submissions: { id: form },
    admin_get_post: { post: await some("posts", "post") },
    admin_get_page: { page: await some("pages", "page") },
    get_job: { id: await some("jobs", "job") },
    get_analytics_series: { metric: "orders", from: "2026-01-01T00:00:00Z", to: "2026-01-31T00:00:00Z" },
    moderate_review: { id: await some("reviews", "review"), status: "hidden", dry_run: true },
    update_member: { id, changes: { phone: "+886 2 1234 5678" }, dry_run: true },
    set_member_roles: { id, roles: ["student"], dry_run: true },
    add_student: { email: member.email, dry_run: true },
  };
}

void describe("What people outside the staff wrote", () => {
  void test("reaches agents of the staff under untrusted_text alone, whatever tool they call", async () => {
    const there = await aPersonEverywhere();
    const agent = await anOperatorAgent(there.site);
    const given = await argumentsOf(there);
    const [problems, seen]: [string[], Set<string>] = [[], new Set()];
    for (const tool of tools) {
      const isStaff = tool.scope !== null && scopes[tool.scope].kind === "operator";
      const required = tool.listed().inputSchema.required ?? [];
      const known = given[tool.name] ?? (required.length === 0 && !tool.writes ? {} : undefined);
      if (!isStaff || known === undefined || trustedTools.has(tool.name)) continue;
      const called = await agent.call(tool.name, known);
      if (called.failure ?? called.error)
        problems.push(`${tool.name}: ${JSON.stringify(called.failure ?? called.error)}`);
      if (JSON.stringify(called.result).includes(marker)) seen.add(tool.name);
      problems.push(...exposed(called.result).map((path) => `${tool.name}${path}`));
    }
    assert.deepEqual(problems, []);
    // The marker was there to be found.
    const people = ["list_students", "get_student", "list_members", "get_member", "list_audit_log", "list_orders"];
    const words = [
      "list_comments",
      "list_reviews",
      "list_submissions",
      "list_form_submissions",
      "list_event_registrations",
    ];
    for (const name of [...people, ...words]) assert.ok(seen.has(name), `${name} does not show the marker`);
  });

  void test("reaches the person's own agents and visitors' agents in the same way", async () => {
    const there = await aPersonEverywhere();
    const client = await there.site.operatorClient({ audience: "member", name: "Study Buddy" });
    const { access_token } = await there.site.connect(client, there.member, "account:read account:write");
    const own = agentAt(there.site, access_token);
    const problems: string[] = [];
    for (const tool of tools) {
      if (trustedTools.has(tool.name)) continue;
      const isForMembers = tool.scope === null || scopes[tool.scope].kind === "member";
      if (!isForMembers || tool.writes || (tool.listed().inputSchema.required ?? []).length > 0) continue;
      const { result } = await own.call(tool.name);
      problems.push(...exposed(result).map((path) => `${tool.name}${path}`));
    }
    assert.deepEqual(problems, []);
  });

  void test("is said to be apart in the schema of each tool as well", () => {
    for (const name of ["get_member", "list_audit_log", "get_order", "issue_certificate", "send_test_webhook"]) {
      const tool = tools.find((one) => one.name === name)!;
      const schema = JSON.stringify(tool.listed().outputSchema);
      assert.match(schema, /"untrusted_text"/, name);
      assert.doesNotMatch(schema, /x-untrusted/, name);
    }
  });
});
