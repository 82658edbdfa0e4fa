import assert from "node:assert/strict";
import { test } from "node:test";
import { operatorScopes } from "../mcp/support/agent.ts";
import { anOperator, operatorOf } from "../rest/support/operator.ts";
import { measuredServer } from "../support/meters/measured-server.ts";
import { aSite } from "../support/world.ts";
import { assertTurns, maxTurn } from "./support/turns.ts";

void test("Listing the tools of the MCP server for the first time does not block the event loop", async () => {
  const operator = await anOperator(
    "courses:read courses:write students:read members:read orders:read curriculum:write",
  );
  const { site } = operator;
  const server = await measuredServer();
  const call = (path: string, method: string) =>
    server.send(site, {
      method: "POST",
      path,
      headers: {
        authorization: `Bearer ${operator.bearer}`,
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
        "mcp-protocol-version": "2025-06-18",
      },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params: {} }),
    });
  await call("/mcp", "ping");
  // The short list of an operator, and the complete list of some toolsets.
  for (const [path, tool] of [
    ["/mcp", "search_tools"],
    ["/mcp/x/courses,people,sales", "create_course"],
  ] as const) {
    const { status, body, longest } = await call(path, "tools/list");
    assert.equal(status, 200, body.slice(0, 500));
    assert.match(body, new RegExp(`"name":"${tool}"`));
    assert.ok(longest < maxTurn, `${path} blocks the event loop for ${longest.toFixed(0)} ms.`);
  }
});

const almostOneMebibyte = 1024 * 1024 - 1000;
const filled = <Item>(item: Item, length: number): Item[] => Array.from({ length }, () => item);

/** Arguments of calls that are as large as the body of a request can be. */
function hostileCalls(courseId: string): Record<string, [tool: string, args: object, client?: object]> {
  const text = "x".repeat(almostOneMebibyte);
  const lecture = { title: "L", kind: "text" };
  const person = { email: "a@school.example" };
  return {
    "a long search": ["search", { query: text }],
    "a search of many words": ["search", { query: filled("ab", 66).join(" ") }],
    "many lectures": [
      "save_curriculum",
      { course: courseId, if_match: "1", tree: { sections: [{ title: "One", lectures: filled(lecture, 28_000) }] } },
    ],
    "many sections": [
      "save_curriculum",
      { course: courseId, if_match: "1", tree: { sections: filled({ title: "One", lectures: [] }, 28_000) } },
    ],
    "many people": ["enroll_students", { course: courseId, people: filled(person, 30_000) }],
    "many questions": [
      "save_quiz",
      { id: "lec_x", quiz: { questions: filled({ kind: "single", prompt_markdown: "?", choices: [] }, 17_000) } },
    ],
    "many unknown arguments": [
      "create_course",
      Object.fromEntries(Array.from({ length: 4900 }, (_argument, index) => [`nam_${index}`, 1])),
    ],
    "many unknown fields": [
      "update_course",
      {
        course: courseId,
        changes: Object.fromEntries(Array.from({ length: 4900 }, (_x, index) => [`nam_${index}`, 1])),
      },
    ],
    "a long file": ["upload_file", { filename: "a.txt", content_type: "text/plain", text }],
    "a long import": ["start_import", { format: "csv", resource: "members", inline: text }],
    "many fields": ["admin_list_courses", { fields: filled("name", 90_000) }],
    "a long deletion": ["delete_section", { id: courseId, removes: filled("sec_01m8caskvnexmvm7np6arjmbnm", 25_000) }],
    "a long call that needs consent": [
      "delete_lecture",
      { id: courseId, id_of: filled("x", 90_000) },
      { elicitation: { form: {} } },
    ],
    "a call through the gateway": ["call_tool", { name: "create_course", arguments: { tags: filled("x", 90_000) } }],
    "a search of tools": ["search_tools", { query: text }],
    "a search of tools by many words": ["search_tools", { query: filled("ab", 150).join(" ") }],
    "a long name": [text, {}],
    "many filters": ["list_orders", { product_id: filled("crs_01m8caskttez7b3gy2ps014a6p", 30_000) }],
    "long Markdown": ["save_page", { changes: { title: "A", path: "/a", body_markdown: "[".repeat(900_000) } }],
    "long metadata": [
      "create_course",
      { name: "A", metadata: Object.fromEntries(Array.from({ length: 4900 }, (_x, index) => [`nam_${index}`, "1"])) },
    ],
  };
}

const modern = "2026-07-28";

void test("No call of an MCP tool blocks the event loop", { timeout: 300_000 }, async () => {
  const operator = await operatorOf(await aSite({ mcpRequestsPerMinute: 10_000 }), operatorScopes.join(" "));
  const server = await measuredServer();
  const made = await operator.site.post("/api/v1/courses", { name: "Tides" }, { bearer: operator.bearer });
  const { id } = made.json<{ id: string }>();
  for (const [what, [name, args, client]] of Object.entries(hostileCalls(id))) {
    const _meta = client && {
      "io.modelcontextprotocol/protocolVersion": modern,
      "io.modelcontextprotocol/clientCapabilities": client,
    };
    const params = { name, arguments: args, ...(_meta && { _meta }) };
    const headers = {
      authorization: `Bearer ${operator.bearer}`,
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      ...(client && { "mcp-protocol-version": modern, "mcp-method": "tools/call", "mcp-name": name }),
    };
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params });
    const send = () => server.send(operator.site, { method: "POST", path: "/mcp", headers, body });
    await assertTurns(what, send);
  }
});
