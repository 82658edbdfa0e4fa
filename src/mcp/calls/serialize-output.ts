import type { Caller } from "#access/caller.ts";
import type { RequestContext } from "#domain/platform/context.ts";
import { pick } from "#http/fields.ts";
import { asRecord, isRecord } from "#lib/json/is-record.ts";
import { compileEncoder } from "#lib/wire/encode.ts";
import { priceWarnings } from "./price-warnings.ts";
import { writePrices } from "./prices.ts";
import type { Invocation, NextStep, Tool } from "../definition/tool.ts";
import { toolIndex } from "../lists/tool-index.ts";
import { isolateUntrusted } from "./untrusted.ts";
import type { Site } from "#domain/platform/site/site.ts";
import { digest } from "#lib/secrets/secret.ts";

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

/** Adds the next steps that the caller has the scopes for. Selected fields can lack what a step needs. */
function withNextSteps(tool: Tool, caller: Caller, serialized: Wire): Wire {
  const steps = tool.next(serialized).filter((step) => canUse(caller, step.tool) && isComplete(step));
  return steps.length > 0 ? { ...serialized, next_steps: steps.slice(0, 3) } : serialized;
}

const isComplete = ({ arguments: args }: NextStep): boolean =>
  Object.values(args).every((value) => value !== undefined);

const scopeOf = new Map(toolIndex.map(({ name, scope }) => [name, scope]));

function canUse(caller: Caller, name: string): boolean {
  const scope = scopeOf.get(name);
  return scope === null || (scope !== undefined && caller.kind === "token" && caller.scopes.has(scope));
}

/**
 * Replaces names and addresses with stable pseudonyms, so that an agent can tell people apart but not contact them.
 * Ids stay, so that it can still act on them.
 */
function pseudonymize(value: unknown, site: Site, names: readonly string[]): unknown {
  if (names.length === 0) return value;
  if (Array.isArray(value)) return value.map((item) => pseudonymize(item, site, names));
  if (!isRecord(value)) return value;
  const about = [value["member_id"], value["email"], value["id"]].find((known) => typeof known === "string") ?? "";
  const changed = Object.entries(value).map(([name, part]) => {
    const isPersonal = names.includes(name) && typeof part === "string";
    return [name, isPersonal ? pseudonymOf(site, about, name) : pseudonymize(part, site, names)] as const;
  });
  return Object.fromEntries(changed);
}

function pseudonymOf({ id }: Site, about: string, field: string): string {
  const mark = digest(`pseudonym\n${id}\n${about}`).toString("hex", 0, 4);
  return field === "email" ? `person-${mark}@pseudonym.invalid` : `Person ${mark}`;
}
