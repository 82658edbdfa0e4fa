import assert from "node:assert/strict";
import { test } from "node:test";
import { anOperator } from "../rest/support/operator.ts";
import { measuredServer } from "../support/measured-server.ts";
import { maxTurn } from "./support/turns.ts";

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
