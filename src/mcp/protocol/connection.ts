import * as z from "zod";
import type { Caller } from "#access/caller.ts";
import { mayUse, narrowToRoles } from "#access/roles.ts";
import { usableScopes } from "#access/usable-scopes.ts";
import { formatScopes, identityScopes, isScope, type Scope, scopeNames, scopes } from "#access/scopes.ts";
import type { Context } from "#domain/platform/context.ts";
import { formatId } from "#domain/platform/ids.ts";
import { Problem, validationFailed } from "#domain/platform/problem.ts";
import { Refusal } from "#http/challenge.ts";
import { inlineJsonSchemaOf } from "#lib/wire/json-schema.ts";
import { compileArguments } from "../calls/read-arguments.ts";
import { outlineOutput } from "../schemas/outline-output.ts";
import { isSelected, type Selection } from "../lists/selection.ts";
import { toolIndex } from "../lists/tool-index.ts";

const Connection = z.object({
  signed_in: z.boolean(),
  member_id: z.string().nullable(),
  roles: z.array(z.string()),
  scopes: z.array(z.string()),
  tools_available: z.array(z.string()),
  tools_missing: z.array(z.object({ name: z.string(), scope: z.string() })),
  how_to_sign_in: z.string(),
});

const about = {
  check_connection: {
    title: "Check the connection",
    description:
      "Who you are here, granted scopes, available tools, and tools that further scopes would add. Use it if a tool is missing.",
    inputSchema: { type: "object", properties: {} },
  },
  sign_in: {
    title: "Sign in",
    description:
      "Starts sign-in: your host opens the consent page for the requested scopes, which check_connection lists. If they are granted, returns the same as check_connection.",
    inputSchema: {
      type: "object",
      properties: { scopes: { type: "array", items: { type: "string" }, description: "Scopes, such as courses:read" } },
    },
  },
};

/** The two connection tools, available to every caller. */
export const connectionTools = Object.entries(about).map(([name, metadata]) => ({
  name,
  ...metadata,
  annotations: {
    title: metadata.title,
    readOnlyHint: true,
    destructiveHint: false,
    idempotentHint: true,
    openWorldHint: false,
  },
  outputSchema: outlineOutput(inlineJsonSchemaOf(Connection), 2),
}));

export type ConnectionTool = keyof typeof about;

export const isConnectionTool = (name: string): name is ConnectionTool => Object.hasOwn(about, name);

/** Runs a connection tool. `sign_in` responds with a challenge for scopes that are not granted. */
export async function answerConnection(
  name: ConnectionTool,
  context: Context,
  input: Record<string, unknown>,
  selection: Selection,
): Promise<z.output<typeof Connection>> {
  if (name === "sign_in") requireGranted(context.caller, requestedScopes(await readScopes(input)));
  return describe(context, selection);
}

/** OAuth separates scopes by spaces (RFC 6749 §3.3). */
const readScopes = compileArguments(z.object({ scopes: z.array(z.string()).optional() }), { splitsTexts: true });

function requestedScopes({ scopes: input = [] }: Record<string, unknown>): Scope[] {
  if (!Array.isArray(input) || input.length > 40) {
    throw validationFailed("/scopes", "invalid_type", "Expected a list of at most 40 scopes.");
  }
  const names = input.flatMap((names) => String(names).split(" ")).filter(Boolean);
  const unknown = names.filter((name) => !isScope(name));
  if (unknown.length > 0) {
    const detail = `Unknown scopes: ${unknown.join(", ").slice(0, 500)}. The scopes of this site are in allowed_values.`;
    const errors = [{ pointer: "/scopes", code: "invalid_value", detail }];
    throw new Problem("validation_failed", detail, { errors, allowed: [...scopeNames] });
  }
  const named = names.filter(isScope);
  return named.length > 0 ? named : [...identityScopes];
}

/**
 * Responds with a challenge, because hosts start authorization only on these responses (MCP, authorization). The
 * challenge names only scopes that the client may request and a role of the member grants: others are never granted.
 */
function requireGranted(caller: Caller, requested: readonly Scope[]): void {
  if (caller.kind !== "token") {
    throw new Refusal("invalid_token", "Sign in with the scopes in this challenge.", requested);
  }
  const missing = requested.filter((scope) => !caller.scopes.has(scope));
  if (missing.length === 0) return;
  const open = missing.filter((scope) => mayRequest(caller, scope));
  if (open.length === 0) {
    throw new Problem("invalid_request", `This application may not request the scope ${formatScopes(missing)}. ${why}`);
  }
  const available = narrowToRoles(caller.roles, open);
  if (available.length === 0) {
    throw new Problem("role_required", `No role of the member grants the scope ${formatScopes(missing)}.`);
  }
  throw new Refusal("insufficient_scope", "The token lacks the requested scopes.", [...caller.scopes, ...available]);
}

/** Clients that register themselves get no `account:*` scopes (contract §5.2.5), which anonymous callers need to know. */
const mayRequest = (caller: Caller, scope: Scope): boolean =>
  caller.kind === "token" ? caller.mayRequest?.(scope) !== false : scopes[scope].kind !== "member";

const why =
  "Account scopes are for applications that the school registers for its members; other scopes for applications of staff.";

function describe({ caller, site }: Context, selection: Selection): z.output<typeof Connection> {
  const granted = caller.kind === "token" ? caller.scopes : new Set<Scope>();
  const usable = usableScopes(caller);
  const selected = toolIndex.filter((tool) => isSelected(tool, selection));
  const available = selected.filter(({ scope }) => scope === null || usable.has(scope));
  const obtainable = (scope: Scope) =>
    mayRequest(caller, scope) && (caller.kind !== "token" || mayUse(caller.roles, scope));
  const missing = selected.flatMap(({ name, scope }) =>
    scope !== null && !granted.has(scope) && obtainable(scope) ? [{ name, scope }] : [],
  );
  return {
    signed_in: caller.kind === "token",
    member_id: caller.kind === "token" ? formatId("member", caller.memberId) : null,
    roles: caller.kind === "token" ? [...caller.roles] : [],
    scopes: formatScopes(granted).split(" ").filter(Boolean),
    tools_available: [...Object.keys(about), ...available.map(({ name }) => name)],
    tools_missing: missing,
    how_to_sign_in: `Call sign_in with the scopes you need. Your host opens the consent page of ${site.origin}. ${site.origin}/auth.md describes the manual flow.`,
  };
}
