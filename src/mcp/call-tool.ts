import type { RequestContext } from "#domain/context.ts";
import { performOnce } from "#domain/idempotency/perform-once.ts";
import { perform } from "#domain/operation.ts";
import { Problem } from "#domain/problem.ts";
import { rehearse } from "#domain/rehearse.ts";
import { Refusal } from "#http/challenge.ts";
import { nearest } from "#lib/nearest.ts";
import { pointerOf, wirePointer } from "#lib/wire/pointer.ts";
import { answerConnection, isConnectionTool } from "./connection.ts";
import { codes, RpcError } from "./json-rpc.ts";
import type { Tool } from "./tool.ts";
import { tools } from "./tools.ts";

/** What a tool answers: the same JSON for programs and, as text, for models. */
interface ToolResult {
  content: { type: "text"; text: string }[];
  structuredContent?: unknown;
  isError?: boolean;
}

const byName = new Map(tools.map((tool) => [tool.name, tool]));

/** Bytes of a result, beyond which a list is cut: it would only fill the reader's context. */
const largest = 25_000;

/** `tools/call`. A scope that is missing is an HTTP refusal, so that the host can ask for it; all else is a result. */
export async function callTool(context: RequestContext, params: Record<string, unknown>): Promise<ToolResult> {
  const { name, arguments: given = {} } = params;
  if (typeof name !== "string") throw new RpcError(codes.invalidParams, "name is missing.");
  if (typeof given !== "object" || given === null || Array.isArray(given)) {
    throw new RpcError(codes.invalidParams, "arguments is an object.");
  }
  const input = given as Record<string, unknown>;
  if (isConnectionTool(name)) return resultOf(answerConnection(name, context, input));
  const tool = byName.get(name);
  if (!tool) throw new RpcError(codes.invalidParams, `Unknown tool: ${name}`);
  requireScope(context, tool);
  try {
    return resultOf(await run(context, tool, input));
  } catch (error) {
    if (error instanceof Problem) return failureOf(tool, error);
    throw error;
  }
}

function requireScope({ caller }: RequestContext, { scope, name }: Tool): void {
  if (scope === null) return;
  if (caller.kind !== "token") throw new Refusal("invalid_token", `The tool ${name} needs you to sign in.`, [scope]);
  if (caller.scopes.has(scope)) return;
  throw new Refusal("insufficient_scope", `The tool ${name} needs the scope ${scope}.`, [...caller.scopes, scope]);
}

/** Beside its operation's own arguments a tool that writes knows two: `dry_run` and `idempotency_key`. */
async function run(context: RequestContext, tool: Tool, given: Record<string, unknown>): Promise<unknown> {
  const { operation, encode } = tool;
  if (!operation.writes) return encode(await perform(operation, context, decoded(tool, given)));
  const { dry_run: dryRun, idempotency_key: key, ...rest } = given;
  const input = decoded(tool, rest);
  if (dryRun === true) return { dry_run: true, would: encode(await rehearse(operation, context, input)) };
  if (typeof key !== "string") return encode(await perform(operation, context, input));
  const { body } = await performOnce(operation, context, input, {
    key: `mcp ${key}`,
    request: JSON.stringify([tool.name, rest]),
    answer: (output) => ({ status: 200, body: encode(output) }),
    answerTo: () => undefined,
  });
  return body;
}

function decoded({ decode }: Tool, given: Record<string, unknown>): unknown {
  const { value, unknown } = decode(given);
  if (unknown.length === 0) return value;
  const errors = unknown.map(({ path, known }) => {
    const meant = nearest(String(path.at(-1)), known);
    const hint = meant ? `Did you mean ${meant}?` : `There are ${known.join(", ")}.`;
    return { pointer: pointerOf(path), code: "unknown_field", detail: `There is no such argument. ${hint}` };
  });
  throw new Problem("unknown_field", `${errors[0]!.pointer}: ${errors[0]!.detail}`, { errors });
}

function resultOf(value: unknown): ToolResult {
  const [structuredContent, text] = cut(value);
  return { content: [{ type: "text", text }], structuredContent };
}

/** A list that is too long ends earlier, and says how to ask for less. */
function cut(value: unknown): [unknown, string] {
  let shown = value;
  let text = JSON.stringify(shown);
  while (text.length > largest && Array.isArray((shown as { data?: unknown }).data)) {
    const { data, ...rest } = shown as { data: unknown[] };
    if (data.length <= 1) break;
    const fewer = Math.max(1, Math.floor((data.length * largest) / text.length / 1.1));
    shown = { ...rest, data: data.slice(0, Math.min(fewer, data.length - 1)), truncated: howToNarrow };
    text = JSON.stringify(shown);
  }
  return [shown, text];
}

const howToNarrow = "The list was cut to keep this answer short: ask with a smaller limit, or narrow it.";

function failureOf({ operation }: Tool, { code, message, details }: Problem): ToolResult {
  const errors = details.errors?.map((error) => ({ ...error, pointer: wirePointer(operation.input, error.pointer) }));
  const failure = {
    code,
    message,
    ...(errors && { errors }),
    ...(details.allowed && { allowed_values: details.allowed }),
    ...(details.retryAfterSeconds !== undefined && { retry_after_seconds: details.retryAfterSeconds }),
  };
  return { content: [{ type: "text", text: JSON.stringify(failure) }], isError: true };
}
