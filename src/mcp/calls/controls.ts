import { Problem, validationFailed } from "#domain/platform/problem.ts";
import type { Tool } from "../definition/tool.ts";

type Wire = Record<string, unknown>;

/** Control arguments that all tools share, such as `dry_run` and `if_match`. */
export interface Controls {
  fields: readonly string[] | undefined;
  dryRun: boolean;
  idempotencyKey: string | undefined;
  ifMatch: readonly number[] | undefined;
  confirm: unknown;
  removes: readonly string[] | undefined;
}

/**
 * Splits control arguments from the tool's own. A control that the tool does not support stays in `rest` and fails as
 * an unknown argument.
 */
export function readControls(tool: Tool, args: Wire): { rest: Wire; controls: Controls } {
  const rest = { ...args };
  const take = (name: string, applies: boolean): unknown => {
    if (!applies || !(name in rest)) return undefined;
    const value = rest[name];
    delete rest[name];
    return value;
  };
  return {
    rest,
    controls: {
      fields: listIn("fields", "field names", take("fields", tool.selectable.length > 0)),
      dryRun: truth("dryRun", take("dry_run", tool.writes)),
      idempotencyKey: keyIn(take("idempotency_key", tool.writes)),
      ifMatch: versionIn(take("if_match", tool.writes && tool.versioned)),
      confirm: take("confirm", tool.confirms !== false),
      removes: listIn("removes", "IDs", take("removes", tool.removes)),
    },
  };
}

function listIn(name: string, items: string, value: unknown): readonly string[] | undefined {
  if (value === undefined) return undefined;
  const isList = Array.isArray(value) && value.every((item) => typeof item === "string");
  if (!isList) throw validationFailed(`/${name}`, "invalid_type", `Expected a list of ${items}.`);
  return value.length > 0 ? value : undefined;
}

function truth(name: string, value: unknown): boolean {
  if (value === undefined || typeof value === "boolean") return value === true;
  throw validationFailed(`/${name}`, "invalid_type", "Expected true or false.");
}

function keyIn(value: unknown): string | undefined {
  if (value === undefined) return undefined;
  if (typeof value === "string" && /^[\x21-\x7e]{1,250}$/.test(value)) return value;
  throw validationFailed("/idempotencyKey", "invalid_format", "Expected 1 to 250 visible ASCII characters.");
}

/** Parses the version in `if_match`. Also accepts the ETags of the operator API. */
function versionIn(args: unknown): readonly number[] | undefined {
  if (args === undefined) return undefined;
  const version = typeof args === "string" ? /^(?:W\/)?"?(\d{1,9})(?:-[^"]*)?"?$/.exec(args)?.[1] : undefined;
  if (version !== undefined) return [Number(version)];
  throw new Problem("validation_failed", "`if_match` must be an etag that a tool returned.", {
    errors: [{ pointer: "/ifMatch", code: "invalid_format", detail: "Pass the etag that you read." }],
  });
}
