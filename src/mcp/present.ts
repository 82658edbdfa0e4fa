import type { Caller } from "#access/caller.ts";
import type { RequestContext } from "#domain/platform/context.ts";
import { pick } from "#http/fields.ts";
import { compileEncoder } from "#lib/wire/encode.ts";
import { etagOf } from "./etag.ts";
import { pseudonymize } from "./pseudonyms.ts";
import type { Step, Tool } from "./tool.ts";
import { isolateUntrusted } from "./untrusted.ts";

type Wire = Record<string, unknown>;

/** What an operation answered, as the tool shows it to this caller. */
export function present(
  { site, caller }: RequestContext,
  tool: Tool,
  { operation }: Step,
  output: unknown,
  fields?: readonly string[],
): Wire {
  const encoded = pick(compileEncoder(operation.output)(output), fields, tool.chooseable);
  const hidden = site.settings.mcpPseudonyms ? pseudonymize(encoded, site, tool.personal) : encoded;
  const etag = tool.versioned ? etagOf(output) : undefined;
  const shown = { ...(isolateUntrusted(operation.output)(hidden) as Wire), ...(etag !== undefined && { etag }) };
  return withNextSteps(tool, caller, shown);
}

/** Only what the caller can do. */
function withNextSteps(tool: Tool, caller: Caller, shown: Wire): Wire {
  const steps = tool.next(shown).filter(({ tool: name }) => canUse(caller, name));
  return steps.length > 0 ? { ...shown, next_steps: steps.slice(0, 3) } : shown;
}

const scopeOf = new Map<string, Tool["scope"]>();

/** Told once by the list of all tools: a tool may name others that come after it. */
export function knowTools(tools: readonly Tool[]): void {
  for (const { name, scope } of tools) scopeOf.set(name, scope);
}

function canUse(caller: Caller, name: string): boolean {
  const scope = scopeOf.get(name);
  return scope === null || (scope !== undefined && caller.kind === "token" && caller.scopes.has(scope));
}
