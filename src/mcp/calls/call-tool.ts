import { findShortfall } from "#access/shortfall.ts";
import type { RequestContext } from "#domain/platform/context.ts";
import { performOnce } from "#domain/platform/idempotency/perform-once.ts";
import { admit, perform } from "#domain/platform/operation.ts";
import { Problem } from "#domain/platform/problem.ts";
import type { Removal } from "#domain/platform/removal.ts";
import { unknownFields } from "#domain/platform/input/unknown-fields.ts";
import { runDry } from "#domain/platform/dry-run.ts";
import { Refusal } from "#http/challenge.ts";
import { asRecord } from "#lib/json/is-record.ts";
import { outageOf } from "#http/outage.ts";
import type { Call } from "./call.ts";
import { confirmationOf, confirmationOfRemovals, type Consent, Unconfirmed } from "./confirmation.ts";
import { answerConnection, type ConnectionTool, isConnectionTool } from "../protocol/connection.ts";
import { type Controls, readControls } from "./controls.ts";
import { failureOf, failureOfProblem } from "./failure.ts";
import { calledThrough, type GatewayTool, isGatewayTool, searchTools } from "../gateway.ts";
import { codes, RpcError } from "../protocol/json-rpc.ts";
import { toolOf } from "../lists/loaded-tools.ts";
import { objectIn } from "./read-arguments.ts";
import { findReadingTool } from "#mcp/definition/find-reading-tool.ts";
import { describeReceived } from "../protocol/describe-received.ts";
import { InvalidState } from "../protocol/request-state.ts";
import { serializeOutput } from "./serialize-output.ts";
import { isSelected, notSelected } from "../lists/selection.ts";
import { isShort, maxResultBytes, shortened } from "./shorten.ts";
import type { Invocation, Tool } from "../definition/tool.ts";
import { type IndexedTool, toolIndex } from "../lists/tool-index.ts";

type Wire = Record<string, unknown>;

const byName = new Map(toolIndex.map((tool) => [tool.name, tool]));

/**
 * Handles `tools/call` and returns the result as JSON. A missing scope or authentication is an HTTP challenge, so that the host can
 * request it. All other failures are tool results.
 */
export async function callTool(context: RequestContext, params: Wire, call: Call): Promise<string> {
  const { name } = params;
  if (typeof name !== "string")
    throw new RpcError(
      codes.invalidParams,
      "The parameter `name` is missing. Send the name of a tool from tools/list.",
    );
  const sent = await objectIn(params["arguments"]);
  if (!sent) {
    const received = describeReceived(params["arguments"]);
    throw new RpcError(codes.invalidParams, `The parameter \`arguments\` must be an object, not ${received}.`);
  }
  if (isConnectionTool(name)) return callConnectionTool(context, name, sent, call);
  if (isGatewayTool(name)) return callGatewayTool(context, name, sent, call);
  const indexed = byName.get(name);
  if (!indexed) throw new RpcError(codes.invalidParams, `Unknown tool: ${name.slice(0, 100)}`);
  if (!isSelected(indexed, call.selection)) throw notSelected(indexed, call.selection);
  const unavailable = requireScope(context, indexed);
  if (unavailable !== undefined) return unavailable;
  const tool = await toolOf(indexed);
  let step: Invocation | undefined;
  try {
    const { rest, controls } = readControls(tool, await tool.read(sent));
    // A dry run changes nothing here. Data that some send to other hosts cannot be taken back.
    const isHarmless = controls.dryRun && (tool.dryRunIsLocal || !tool.annotations.openWorldHint);
    const proposal = { tool, args: rest, isDryRun: controls.dryRun, context, call };
    const confirmRemovals = (removals: readonly Removal[]) => {
      const agreedToDelete = confirmationOfRemovals(proposal, removals, controls.removes);
      if (agreedToDelete !== "confirmed") throw new Unconfirmed(agreedToDelete);
    };
    const requested: RequestContext = {
      ...context,
      tool: name,
      ifMatch: controls.ifMatch,
      ...(tool.removes && !isHarmless && { confirmRemovals }),
    };
    const decodedArgs = decoded(tool, rest);
    step = await tool.step(decodedArgs, context);
    if (tool.confirms !== false && !isHarmless) {
      // The user is not asked about a call that fails.
      await admit(step.operation, requested, step.input);
      const agreed = confirmationOf(proposal, controls.confirm);
      if (agreed !== "confirmed") return withoutConsent(agreed);
    }
    return resultOf(
      tool.writes
        ? await write(requested, tool, step, controls, rest)
        : await read(requested, tool, step, controls.fields),
    );
  } catch (error) {
    if (error instanceof Unconfirmed) return withoutConsent(error.consent);
    if (error instanceof Problem) {
      requireAuthentication(error, context);
      return failureOfProblem(error, step, findReadingTool(name));
    }
    const outage = outageOf(error);
    if (!outage) throw error;
    call.report(error);
    return failureOf(outage.code, outage.message, outage, findReadingTool(name));
  }
}

/** A challenge makes the host authorize again: no tool can do it (RFC 9470 §3). */
function requireAuthentication({ code, message, details }: Problem, { caller }: RequestContext): void {
  if (code !== "insufficient_user_authentication") return;
  throw new Refusal(code, message, caller.kind === "token" ? [...caller.scopes] : [], details.demand);
}

/** Returns the result of a call that did not run: a failure, or the form that the host shows to the user. */
const withoutConsent = (consent: Exclude<Consent, "confirmed">): string =>
  "refused" in consent
    ? failureOf("confirmation_required", consent.refused)
    : JSON.stringify({ resultType: "input_required", ...consent });

async function callConnectionTool(
  context: RequestContext,
  name: ConnectionTool,
  args: Wire,
  { selection }: Call,
): Promise<string> {
  try {
    return resultOf(JSON.stringify(await answerConnection(name, context, args, selection)));
  } catch (error) {
    if (error instanceof Problem) return failureOfProblem(error, undefined);
    throw error;
  }
}

/** Calls through the gateway are calls of the tool itself: with its scope, confirmation, audit entry and result. */
async function callGatewayTool(context: RequestContext, name: GatewayTool, args: Wire, call: Call): Promise<string> {
  try {
    if (name === "search_tools") {
      return resultOf(JSON.stringify(await searchTools(context.caller, args, call.selection)));
    }
    const called = await calledThrough(args);
    return await callTool(context, { ...called }, call);
  } catch (error) {
    if (error instanceof Problem) return failureOfProblem(error, undefined);
    // A model can correct the call: the request itself is valid. The state is the host's.
    if (error instanceof RpcError && error.code === codes.invalidParams && !(error instanceof InvalidState))
      return failureOf("unknown_tool", error.message);
    throw error;
  }
}

/** Returns a failure if no role of the member gives the scope: a challenge would make the host authorize in a loop. */
function requireScope({ caller }: RequestContext, { scope, name }: IndexedTool): string | undefined {
  if (scope === null) return undefined;
  if (caller.kind !== "token") throw new Refusal("invalid_token", `The tool ${name} requires sign-in.`, [scope]);
  const shortfall = findShortfall([scope], (granted) => caller.scopes.has(granted), caller.roles);
  if (!shortfall) return undefined;
  if (shortfall.lacks === "role") {
    return failureOf("role_required", `The tool ${name} requires the scope ${scope}. No role of the member grants it.`);
  }
  throw new Refusal("insufficient_scope", `The tool ${name} requires the scope ${scope}.`, [...caller.scopes, scope]);
}

function decoded({ decode }: Tool, args: Wire): Wire {
  const { value, unknown } = decode(args);
  if (unknown.length > 0) throw unknownFields(unknown, "argument");
  return asRecord(value);
}

/**
 * Reads a list that is too long again with a smaller limit, so that its cursor continues after the last returned
 * item.
 */
async function read(
  context: RequestContext,
  tool: Tool,
  step: Invocation,
  fields: Controls["fields"],
  isCut = false,
): Promise<string> {
  const { operation, input } = step;
  const serialized = serializeOutput(context, tool, step, await perform(operation, context, input), fields);
  const { data } = serialized;
  const canAskForLess = "limit" in input && Array.isArray(data) && data.length > 1;
  if (!canAskForLess) return shortened(serialized, isCut);
  const json = JSON.stringify(serialized);
  if (isShort(json)) return isCut ? shortened(serialized, true) : json;
  const fits = Math.floor((data.length * maxResultBytes) / Buffer.byteLength(json) / 1.1);
  const limit = Math.max(1, Math.min(data.length - 1, fits));
  return read(context, tool, { ...step, input: { ...input, limit } }, fields, true);
}

async function write(
  context: RequestContext,
  tool: Tool,
  step: Invocation,
  { dryRun, idempotencyKey }: Controls,
  args: Wire,
): Promise<string> {
  const { operation, input } = step;
  if (dryRun) {
    const { next_steps: _later, ...would } = serializeOutput(
      context,
      tool,
      step,
      await runDry(operation, context, input),
    );
    return shortened({ dry_run: true, would }, false);
  }
  if (idempotencyKey === undefined) {
    return shortened(serializeOutput(context, tool, step, await perform(operation, context, input)), false);
  }
  const { body } = await performOnce(operation, context, input, {
    key: `mcp ${idempotencyKey}`,
    request: [tool.name, args],
    answer: (output) => ({ status: 200, body: serializeOutput(context, tool, step, output) }),
    answerTo: () => undefined,
  });
  return shortened(asRecord(body), false);
}

/** Returns the same JSON twice: as structured content for programs and as text for models. */
const resultOf = (json: string): string =>
  `{"content":[{"type":"text","text":${JSON.stringify(json)}}],"structuredContent":${json}}`;
