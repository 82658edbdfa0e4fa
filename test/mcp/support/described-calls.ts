import assert from "node:assert/strict";
import { hash } from "node:crypto";
import { isRecord } from "#lib/json/is-record.ts";
import { connectionTools } from "#mcp/protocol/connection.ts";
import { gatewayEntries } from "#mcp/gateway.ts";
import { everything } from "#mcp/lists/selection.ts";
import { findReadingTool } from "#mcp/definition/find-reading-tool.ts";
import type { Tool } from "#mcp/definition/tool.ts";
import { tools } from "#mcp/definition/tools.ts";
import { database } from "../../support/databases/database.ts";
import type { InhabitedSite } from "../../support/worlds/inhabited-site.ts";
import type { Json } from "./agent.ts";
import { type inhabitedAgents, toolNamed } from "./inhabited-agents.ts";

type Agents = Awaited<ReturnType<typeof inhabitedAgents>>;

/** Publishes what only visitors see, and creates what the examples need. Returns calls that show what descriptions say. */
export async function describedCalls({ inhabited, known, operator, agentOf }: Agents) {
  const run = async (name: string, args: Json): Promise<Json> => {
    const { result, failure, error } = await agentOf(toolNamed(name)).call(name, args);
    assert.deepEqual([failure, error], [undefined, undefined], `${name} ${JSON.stringify(args)}`);
    return result;
  };
  const of = (name: string): Json => known[name]!;
  const { course } = of("get_course");
  const { product } = of("get_digital_product");
  const { event } = of("get_event");
  const { page } = of("admin_get_page");
  const { service } = of("get_consulting_service");
  const lecture = of("get_lecture")["id"];
  const confirmed = { confirm: true };

  await run("save_lecture", { id: lecture, changes: { is_preview: true } });
  await run("save_event", { event, changes: { format: "online" } });
  await run("set_event_state", { event, state: "publish" });
  await run("set_product_state", { product, state: "publish" });
  await run("save_consulting_service", { service, changes: { status: "published" } });
  await run("set_page_state", { page, state: "publish" });
  const other = await run("save_section", { course, changes: { title: "Second" } });
  const addStudent = async (name: string) => {
    const { student } = await run("add_student", { email: `${name}-${inhabited.member.email}` });
    return (student as Json)["id"];
  };
  const added = await addStudent("added");
  const suspended = await addStudent("suspended");
  const subscriber = await addStudent("subscriber");
  await run("set_member_state", { id: suspended, state: "suspend" });
  const file = { filename: "tides.txt", purpose: "digital_product" };
  const [stored, second] = [
    await run("upload_file", { ...file, text: "High water" }),
    await run("upload_file", { ...file, text: "Low water" }),
  ];
  await run("add_product_file", { product, file_id: second["id"] });
  const subscription = await run("grant_subscription", { ...of("grant_subscription"), member_id: subscriber });
  await run("change_subscription", { id: subscription["id"], action: "pause" });
  const draft = await run("save_post", { changes: { title: "Tides", access: "public", body_markdown: "High water" } });
  const csv = { format: "csv", resource: "students", inline: "email\nlu@school.example\n" };
  const job = await run("start_import", csv);
  await database.run`
    update event_registrations set check_in_code = 'TIDES1' where site_id = ${inhabited.site.site.id}`;
  const upload = await uploaded(
    inhabited,
    operator.bearer,
    await run("upload_file", { ...file, content_type: "text/plain", byte_size: 10 }),
  );
  const [section] = (await run("list_sections", { course }))["data"] as { id: string }[];
  const [registered] = (await run("list_event_registrations", {}))["data"] as Json[];
  const etagOf = async (name: string) => {
    const reader = findReadingTool(name)!;
    return (await run(reader, of(reader) ?? {}))["etag"];
  };
  return new Map<string, readonly Json[]>([
    ["search", [{ query: "Leadline" }, { query: "Leadline", types: ["page"] }]],
    ["get_page", [{ path: (await run("admin_get_page", { page }))["path"] }]],
    ["create_course", [{ idempotency_key: "tides-1" }]],
    ["save_curriculum", [{ if_match: await etagOf("save_curriculum"), removes: [section!.id, other["id"], lecture] }]],
    ["delete_section", [{ move_lectures_to: other["id"], cascade: undefined, removes: [section!.id] }]],
    ["reorder_sections", [{ ids: [other["id"], section!.id] }]],
    ["save_quiz", [{ if_match: await etagOf("save_quiz") }]],
    ["update_appearance", [{ if_match: await etagOf("update_appearance") }]],
    ["enroll_students", [{ people: [{ student_id: inhabited.member.sub }], create_students: true }]],
    [
      "change_enrollment",
      [
        { action: "extend", days: 5, reason: undefined },
        { action: "extend", until: "2030-01-01T00:00:00Z", reason: undefined },
        { action: "extend", lifetime: true, reason: undefined },
      ],
    ],
    [
      "set_member_state",
      [
        { id: suspended, state: "unsuspend", ...confirmed },
        { id: suspended, state: "remove", ...confirmed },
      ],
    ],
    ["set_event_state", [{ state: "cancel", reason: "Storm", notify_attendees: true, ...confirmed }]],
    [
      "check_in_registration",
      [{ id: undefined, event: registered!["event_id"], check_in_code: registered!["check_in_code"] }],
    ],
    ["grant_subscription", [{ member_id: added }, { member_id: added, ends_at: "2030-01-01T00:00:00Z" }]],
    [
      "change_subscription",
      [
        { action: "pause", mode: undefined },
        { id: subscription["id"], action: "resume", mode: undefined },
        { action: "extend", mode: undefined, days: 5 },
        { action: "cancel", mode: "at_period_end", reason: "Asked for" },
      ],
    ],
    ["add_product_file", [{ file_id: stored["id"] }]],
    ["set_product_state", [{ state: "archive" }]],
    ["set_page_state", [{ state: "unpublish" }, { state: "roll_back", rev: "1" }]],
    ["set_member_roles", [{ id: added, roles: ["owner"], ...confirmed }]],
    ["set_post_state", [{ post: draft["id"], state: "publish", publish_at: "2030-01-01T00:00:00Z" }]],
    ["complete_upload", [{ id: upload }]],
    ["cancel_job", [{ id: job["id"] }]],
    [
      "upload_file",
      [
        { ...file, text: "High water", content_type: undefined, byte_size: undefined, idempotency_key: "tides-2" },
        { ...file, base64: "SGlnaCB3YXRlcg==", content_type: undefined, byte_size: undefined },
      ],
    ],
    ["start_export", [{ resources: ["students"], format: "ndjson", filter: { students: { status: ["active"] } } }]],
    [
      "start_import",
      [
        {
          format: "course_folder",
          resource: undefined,
          inline: undefined,
          files: [{ path: "course.yaml", content: "name: Tides\n" }],
        },
      ],
    ],
  ]);
}

/** Sends the bytes of an upload in one part, as the description of `upload_file` says. */
async function uploaded({ site }: InhabitedSite, bearer: string, { id, upload_url: url }: Json): Promise<unknown> {
  const path = `${new URL(String(url)).pathname}/1`;
  const payload = Buffer.from("High water");
  const headers = {
    "content-type": "application/octet-stream",
    "content-digest": `sha-256=:${hash("sha256", payload, "base64")}:`,
  };
  const { statusCode, body } = await site.request("PUT", path, { bearer, payload, headers });
  assert.equal(statusCode, 200, body);
  return id;
}

/** Names of fields and values at any depth. */
export function wordsIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(wordsIn);
  if (isRecord(value)) return Object.entries(value).flatMap(([name, part]) => [name, ...wordsIn(part)]);
  return typeof value === "string" ? [value] : [];
}

const byName = new Map(tools.map((tool) => [tool.name, tool]));

/** Tools of the connection, which have no operation. */
const ofConnection: ReadonlySet<string> = new Set([
  ...connectionTools.map(({ name }) => name),
  ...gatewayEntries(everything).map(({ name }) => name),
]);

/** Arguments with names of ordinary words, which descriptions use as such. */
const ordinary: ReadonlySet<string> = new Set(
  "all event fields files from of page path product reply student text".split(" "),
);

/** Returns the other tools, and the arguments, fields and values, that the description of a tool mentions. */
export function mentionsIn({ name, description, listed }: Tool): { others: readonly Tool[]; words: readonly string[] } {
  const words = [...new Set(description.match(/[a-z\d]+(?:_[a-z\d]+)*/g))];
  const others = words.flatMap((word) => (word === name ? [] : (byName.get(word) ?? [])));
  const { properties = {} } = listed().inputSchema;
  const own = new Set([
    ...Object.keys(properties),
    ...Object.values(properties).flatMap(({ enum: values, items }) =>
      [values, (items as Json | undefined)?.["enum"]].flat(),
    ),
    "etag",
  ]);
  return {
    others,
    words: words.filter(
      (word) =>
        !byName.has(word) && !ofConnection.has(word) && !ordinary.has(word) && (word.includes("_") || own.has(word)),
    ),
  };
}
