import { findShortfall } from "#access/shortfall.ts";
import type { RequestContext } from "#domain/platform/context.ts";
import { performOnce } from "#domain/platform/idempotency/perform-once.ts";
import { perform } from "#domain/platform/operation.ts";
import { Problem } from "#domain/platform/problem.ts";
import { unknownFields } from "#domain/platform/unknown-fields.ts";
import { runDry } from "#domain/platform/dry-run.ts";
import { Refusal } from "#http/challenge.ts";
import type { Call } from "./call.ts";
import { confirmationOf } from "./confirmation.ts";
import { answerConnection, type ConnectionTool, isConnectionTool } from "./connection.ts";
import { type Controls, readControls } from "./controls.ts";
import { failureOf, failureOfProblem } from "./failure.ts";
import { codes, RpcError } from "./json-rpc.ts";
import { present } from "./present.ts";
import { isShort, largest, shortened } from "./shorten.ts";
import type { Step, Tool } from "./tool.ts";
import { tools } from "./tools.ts";

type Wire = Record<string, unknown>;

const byName = new Map(tools.map((tool) => [tool.name, tool]));

/**
 * `tools/call`, as the JSON of its result. A scope that is missing is an HTTP refusal, so that the host can ask for it;
 * all else is a result.
 */
export async function callTool(context: RequestContext, params: Wire, call: Call): Promise<string> {
  const { name, arguments: given = {} } = params;
  if (typeof name !== "string") throw new RpcError(codes.invalidParams, "name is missing.");
  if (typeof given !== "object" || given === null || Array.isArray(given)) {
    throw new RpcError(codes.invalidParams, "arguments is an object.");
  }
  if (isConnectionTool(name)) return callConnectionTool(context, name, given as Wire);
  const tool = byName.get(name);
  if (!tool) throw new RpcError(codes.invalidParams, `Unknown tool: ${name}`);
  const unavailable = requireScope(context, tool);
  if (unavailable !== undefined) return unavailable;
  let step: Step | undefined;
  try {
    const { rest, controls } = readControls(tool, given as Wire);
    // A dry run changes nothing here. What it sends to other hosts cannot be taken back.
    const isHarmless = controls.dryRun && !tool.annotations.openWorldHint;
    const agreed = isHarmless ? "given" : confirmationOf(tool, controls.confirm, rest, call);
    if (agreed === "declined") return failureOf("confirmation_required", "Nobody has confirmed this.");
    if (agreed !== "given") return JSON.stringify({ resultType: "input_required", ...agreed });
    step = await tool.step(decoded(tool, rest), context);
    const requested = { ...context, tool: name, ifMatch: controls.ifMatch };
    return resultOf(
      tool.writes
        ? await write(requested, tool, step, controls, rest)
        : await read(requested, tool, step, controls.fields),
    );
  } catch (error) {
    if (error instanceof Problem) return failureOfProblem(error, step);
    throw error;
  }
}

function callConnectionTool(context: RequestContext, name: ConnectionTool, given: Wire): string {
  try {
    return resultOf(JSON.stringify(answerConnection(name, context, given)));
  } catch (error) {
    if (error instanceof Problem) return failureOfProblem(error, undefined);
    throw error;
  }
}

/** Returns a failure if no role of the member gives the scope: a challenge would make the host authorize in a loop. */
function requireScope({ caller }: RequestContext, { scope, name }: Tool): string | undefined {
  if (scope === null) return undefined;
  if (caller.kind !== "token") throw new Refusal("invalid_token", `The tool ${name} needs you to sign in.`, [scope]);
  const shortfall = findShortfall([scope], (held) => caller.scopes.has(held), caller.roles);
  if (!shortfall) return undefined;
  if (shortfall.lacks === "role") {
    return failureOf("role_required", `The tool ${name} needs the scope ${scope}. No role of the member gives it.`);
  }
  throw new Refusal("insufficient_scope", `The tool ${name} needs the scope ${scope}.`, [...caller.scopes, scope]);
}

function decoded({ decode }: Tool, given: Wire): Wire {
  const { value, unknown } = decode(given);
  if (unknown.length > 0) throw unknownFields(unknown, "argument");
  return value as Wire;
}

/** A list that is too long is read again with fewer items, so that its cursor goes on where it ends. */
async function read(
  context: RequestContext,
  tool: Tool,
  step: Step,
  fields: Controls["fields"],
  isCut = false,
): Promise<string> {
  const { operation, input } = step;
  const shown = present(context, tool, step, await perform(operation, context, input), fields);
  const { data } = shown;
  const canAskForLess = "limit" in input && Array.isArray(data) && data.length > 1;
  if (!canAskForLess) return shortened(shown, isCut);
  const json = JSON.stringify(shown);
  if (isShort(json)) return isCut ? shortened(shown, true) : json;
  const fits = Math.floor((data.length * largest) / Buffer.byteLength(json) / 1.1);
  const limit = Math.max(1, Math.min(data.length - 1, fits));
  return read(context, tool, { ...step, input: { ...input, limit } }, fields, true);
}

async function write(
  context: RequestContext,
  tool: Tool,
  step: Step,
  { dryRun, idempotencyKey }: Controls,
  given: Wire,
): Promise<string> {
  const { operation, input } = step;
  if (dryRun) {
    const { next_steps: _later, ...would } = present(context, tool, step, await runDry(operation, context, input));
    return JSON.stringify({ dry_run: true, would });
  }
  if (idempotencyKey === undefined) {
    return JSON.stringify(present(context, tool, step, await perform(operation, context, input)));
  }
  const { body } = await performOnce(operation, context, input, {
    key: `mcp ${idempotencyKey}`,
    request: JSON.stringify([tool.name, given]),
    answer: (output) => ({ status: 200, body: present(context, tool, step, output) }),
    answerTo: () => undefined,
  });
  return JSON.stringify(body);
}

/** The same JSON for programs and, as text, for models. */
const resultOf = (json: string): string =>
  `{"content":[{"type":"text","text":${JSON.stringify(json)}}],"structuredContent":${json}}`;
