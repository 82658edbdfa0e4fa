import type { Caller } from "#access/caller.ts";
import type { RequestContext } from "#domain/platform/context.ts";
import { pick } from "#http/fields.ts";
import { asRecord } from "#lib/json/is-record.ts";
import { compileEncoder } from "#lib/wire/encode.ts";
import { priceWarnings } from "./price-warnings.ts";
import { writePrices } from "./prices.ts";
import { pseudonymize } from "./pseudonyms.ts";
import type { Invocation, Tool } from "../definition/tool.ts";
import { toolIndex } from "../lists/tool-index.ts";
import { isolateUntrusted } from "./untrusted.ts";

type Wire = Record<string, unknown>;

/** Serializes the output of an operation for a tool and its caller. */
export function serializeOutput(
  { site, caller }: RequestContext,
  tool: Tool,
  { operation }: Invocation,
  output: unknown,
  fields?: readonly string[],
): Wire {
  const whole = writePrices(operation.output, compileEncoder(operation.output)(output));
  const encoded = pick(tool.rewrite?.(asRecord(whole)) ?? whole, fields, tool.selectable);
  const hidden = site.settings.mcpPseudonyms ? pseudonymize(encoded, site, tool.personal) : encoded;
  // A part of a resource must not be sent back as a replacement.
  const version = tool.versioned && !fields ? operation.version?.(output) : undefined;
  const warnings = tool.writes ? priceWarnings(asRecord(whole)) : [];
  const serialized = {
    ...asRecord(isolateUntrusted(operation.output)(hidden)),
    ...(warnings.length > 0 && { warnings }),
    ...(version !== undefined && { etag: String(version) }),
  };
  return withNextSteps(tool, caller, serialized);
}

/** Adds the next steps that the caller has the scopes for. */
function withNextSteps(tool: Tool, caller: Caller, serialized: Wire): Wire {
  const steps = tool.next(serialized).filter(({ tool: name }) => canUse(caller, name));
  return steps.length > 0 ? { ...serialized, next_steps: steps.slice(0, 3) } : serialized;
}

const scopeOf = new Map(toolIndex.map(({ name, scope }) => [name, scope]));

function canUse(caller: Caller, name: string): boolean {
  const scope = scopeOf.get(name);
  return scope === null || (scope !== undefined && caller.kind === "token" && caller.scopes.has(scope));
}
