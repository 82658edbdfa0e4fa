import assert from "node:assert/strict";
import type { Attempt } from "./attempt.ts";
import { bearerRefused, preflight, sameForAll } from "./programs.ts";

const documents = ["/openapi.json"];

/** Pages of another origin cannot call the MCP server, not even by preflight. */
const foreignPage =
  (path: string): Attempt =>
  async (there, { site }) => {
    const headers = { origin: there.site.origin, "access-control-request-method": "POST" };
    const answer = await site.request("OPTIONS", path, { headers });
    assert.equal(answer.statusCode, 403);
    return [answer];
  };

const ping = { jsonrpc: "2.0", id: 1, method: "tools/list" };

export const agentAttempts: Record<string, Attempt> = {
  ...Object.fromEntries(
    documents.flatMap((path) => [
      [`GET ${path}`, sameForAll(path)],
      [`OPTIONS ${path}`, preflight(path)],
    ]),
  ),
  ...Object.fromEntries(
    [
      ["/mcp", "/mcp"],
      ["/mcp/connect", "/mcp/connect"],
      ["/mcp/readonly", "/mcp/readonly"],
      ["/mcp/x/:toolsets", "/mcp/x/courses"],
      ["/mcp/x/:toolsets/readonly", "/mcp/x/courses,people/readonly"],
    ].flatMap(([route, path = ""]) => [
      [`POST ${route}`, bearerRefused("POST", path, ping)],
      [`OPTIONS ${route}`, foreignPage(path)],
    ]),
  ),
};
