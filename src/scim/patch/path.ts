import type { AttributePath, Filter } from "../filter/filter.ts";
import { parseAttributePath, parseFilter } from "../filter/parse-filter.ts";
import { badRequest, ScimError } from "../responses/scim-error.ts";

/** The path of an operation: `emails[type eq "work"].value`. */
export interface PatchPath extends AttributePath {
  /** Selects elements of a list. */
  filter: Filter | undefined;
}

/** Parses the path of a PATCH operation (RFC 7644, figure 7). Throws `invalidPath`. */
export function parsePatchPath(text: string): PatchPath {
  const open = text.indexOf("[");
  if (open === -1) return { ...requirePath(text, text), filter: undefined };
  const close = text.lastIndexOf("]");
  const after = text.slice(close + 1);
  const base = requirePath(text.slice(0, open), text);
  if (close < open || base.sub !== undefined || (after !== "" && !/^\.[A-Za-z$][A-Za-z0-9_$-]*$/.test(after))) {
    throw invalidPath(text);
  }
  return { ...base, sub: after === "" ? undefined : after.slice(1).toLowerCase(), filter: filterOf(text, open, close) };
}

function filterOf(text: string, open: number, close: number): Filter {
  try {
    return parseFilter(text.slice(open + 1, close));
  } catch (error) {
    throw error instanceof ScimError ? invalidPath(text) : error;
  }
}

function requirePath(attribute: string, text: string): AttributePath {
  const path = parseAttributePath(attribute);
  if (!path) throw invalidPath(text);
  return path;
}

export const invalidPath = (text: string): ScimError =>
  badRequest(
    "invalidPath",
    `The path is not one of this resource: ${text.slice(0, 100)}. /scim/v2/Schemas lists the attributes.`,
  );
