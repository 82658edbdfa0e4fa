import assert from "node:assert/strict";
import type { Attempt } from "./attempt.ts";
import { bearerRefused, preflight, sameForAll } from "./programs.ts";

const documents = ["/openapi.json"];

/** Pages of another origin cannot call the MCP server, not even by preflight. */
const foreignPage: Attempt = async (there, { site }) => {
  const headers = { origin: there.site.origin, "access-control-request-method": "POST" };
  const answer = await site.request("OPTIONS", "/mcp", { headers });
  assert.equal(answer.statusCode, 403);
  return [answer];
};

const ping = { jsonrpc: "2.0", id: 1, method: "tools/list" };

/** Attempts at documents and tools for agents. */
export const agentAttempts: Record<string, Attempt> = {
  ...Object.fromEntries(
    documents.flatMap((path) => [
      [`GET ${path}`, sameForAll(path)],
      [`OPTIONS ${path}`, preflight(path)],
    ]),
  ),
  "POST /mcp": bearerRefused("POST", "/mcp", ping),
  "OPTIONS /mcp": foreignPage,
};
