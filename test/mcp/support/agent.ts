import { type Scope, scopeNames, scopes } from "#access/scopes.ts";
import type { Role } from "#access/roles.ts";
import { issueToken } from "../../support/worlds/issue-token.ts";
import type { ASite } from "../../support/world.ts";

export type Json = Record<string, unknown>;

/** The outcome of a call: a result, a failure that says how to fix it, or a rejected request. */
export interface Called {
  status: number;
  challenge: string;
  result: Json;
  failure: { code: string; message: string; recovery: string; errors?: { pointer: string }[] } | undefined;
  error: { code: number; message: string } | undefined;
  resultType: string | undefined;
  inputRequests: Record<string, { params: Json }> | undefined;
  requestState: string | undefined;
}

const modern = "2026-07-28";

/** An agent at a site, with or without a token. */
export function agentAt(site: ASite, bearer?: string) {
  async function send(method: string, params: Json, headers: Record<string, string> = {}) {
    const payload = { jsonrpc: "2.0", id: 1, method, params };
    return site.post("/mcp", payload, { bearer, headers });
  }
  const read = (response: Awaited<ReturnType<typeof send>>): Called => {
    const body = response.body === "" ? {} : response.json<Json>();
    const result = (body["result"] ?? {}) as {
      content?: { text: string }[];
      structuredContent?: Json;
      isError?: boolean;
      resultType?: string;
      inputRequests?: Called["inputRequests"];
      requestState?: string;
    };
    return {
      status: response.statusCode,
      challenge: String(response.headers["www-authenticate"] ?? ""),
      result: result.structuredContent ?? {},
      failure: result.isError ? (JSON.parse(result.content![0]!.text) as Called["failure"]) : undefined,
      error: body["error"] as Called["error"],
      resultType: result.resultType,
      inputRequests: result.inputRequests,
      requestState: result.requestState,
    };
  };
  return {
    send,
    call: async (name: string, args: Json = {}) => read(await send("tools/call", { name, arguments: args })),
    /** Calls with the newer protocol, as a client with these capabilities. */
    async callModern(name: string, args: Json, capabilities: Json = {}, more: Json = {}) {
      const _meta = {
        "io.modelcontextprotocol/protocolVersion": modern,
        "io.modelcontextprotocol/clientCapabilities": capabilities,
      };
      const headers = { "mcp-protocol-version": modern, "mcp-method": "tools/call", "mcp-name": name };
      return read(await send("tools/call", { name, arguments: args, _meta, ...more }, headers));
    },
    async ask<Result = Json>(method: string, params: Json = {}): Promise<Result> {
      const response = await send(method, params);
      return response.json<{ result: Result }>().result;
    },
  };
}

export const operatorScopes = scopeNames.filter((name) => scopes[name].kind === "operator");

/** A staff client with a token of a member with these roles. */
export async function anOperatorAgent(
  site: ASite,
  grantedScopes: readonly Scope[] = operatorScopes,
  roles: Role[] = ["owner"],
) {
  const client = await site.operatorClient({ audience: "operator", name: "Back office" });
  const member = await site.member({ roles });
  const bearer = await issueToken(site, client, member, grantedScopes.join(" "));
  return { ...agentAt(site, bearer), member, bearer, client };
}

/** A member's own client. */
export async function aMemberAgent(site: ASite, grantedScopes: readonly Scope[] = ["account:read", "account:write"]) {
  const client = await site.operatorClient({ audience: "member", name: "Study Buddy" });
  const member = await site.member({ roles: ["student"] });
  const bearer = await issueToken(site, client, member, grantedScopes.join(" "));
  return { ...agentAt(site, bearer), member, bearer, client };
}
