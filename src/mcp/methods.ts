import type { RequestContext } from "#domain/context.ts";
import { callTool } from "./call-tool.ts";
import { codes, type Message, RpcError } from "./json-rpc.ts";
import { toolsFor } from "./list-tools.ts";
import { type Era, modernVersions, negotiated } from "./protocol.ts";

const serverInfo = ({ site }: RequestContext) => ({ name: "lectern", title: site.name, version: "0.1.0" });

const capabilities = { tools: {} };

const instructions = ({ site }: RequestContext) =>
  `${site.name} is an online-learning site. Begin with get_site_info, then search or list_courses; everybody may use these. check_connection says what more is there once somebody has signed in.`;

/** Milliseconds for which a list may be kept. */
const listTtl = 300_000;

/** What each method answers; in the newer era with what tells it apart and how long it may be kept. */
export async function answer(context: RequestContext, message: Message, era: Era): Promise<object> {
  const result = await resultOf(context, message, era);
  if (era === "legacy") return result;
  const cacheable = ["server/discover", "tools/list"].includes(message.method);
  const cacheScope = context.caller.kind === "token" ? "private" : "public";
  return {
    resultType: "complete",
    ...result,
    ...(cacheable && { ttlMs: listTtl, cacheScope }),
    _meta: { "io.modelcontextprotocol/serverInfo": serverInfo(context) },
  };
}

async function resultOf(context: RequestContext, message: Message, era: Era): Promise<object> {
  const { method, params } = message;
  switch (method) {
    case "tools/list":
      if (params["cursor"] !== undefined) throw new RpcError(codes.invalidParams, "The list has one page: no cursor.");
      return { tools: toolsFor(context.caller) };
    case "tools/call":
      return callTool(context, params);
    case "ping":
      return {};
    case "initialize":
      return {
        protocolVersion: negotiated(message),
        capabilities,
        serverInfo: serverInfo(context),
        instructions: instructions(context),
      };
    case "server/discover":
      return { supportedVersions: modernVersions, capabilities, instructions: instructions(context) };
    default:
      throw new RpcError(codes.methodNotFound, `Method not found: ${method}`, { status: era === "modern" ? 404 : 200 });
  }
}
