import { badRequest } from "../responses/scim-error.ts";
import { isRecord } from "#lib/json/is-record.ts";

export interface PatchOperation {
  op: "add" | "replace" | "remove";
  path: string | undefined;
  value: unknown;
}

const maxOperations = 1000;
const maxPathLength = 4000;

/** Reads the operations of a PATCH (RFC 7644 §3.5.2). Entra capitalizes the names: `Replace`. */
export function readOperations(body: unknown): PatchOperation[] {
  const operations = isRecord(body) ? field(body, "operations") : undefined;
  if (!Array.isArray(operations) || operations.length === 0) {
    throw badRequest("invalidSyntax", "Expected Operations, a list with at least one operation.");
  }
  if (operations.length > maxOperations) {
    throw badRequest("tooMany", `A PATCH has at most ${maxOperations} operations.`);
  }
  return operations.map(readOperation);
}

function readOperation(operation: unknown): PatchOperation {
  if (!isRecord(operation)) throw badRequest("invalidSyntax", "Expected an operation with op, path and value.");
  const name = field(operation, "op");
  const op = (["add", "replace", "remove"] as const).find((one) => one === String(name).toLowerCase());
  if (!op) throw badRequest("invalidSyntax", "Expected op to be add, replace or remove.");
  const path = field(operation, "path") ?? undefined;
  if (path !== undefined && (typeof path !== "string" || path.length > maxPathLength)) {
    throw badRequest("invalidPath", 'Expected path to be a text, like active or emails[type eq "work"].value.');
  }
  const value = field(operation, "value");
  if (op === "remove" && !path) throw badRequest("noTarget", "remove requires a path.");
  if (op !== "remove" && value === undefined) throw badRequest("invalidValue", `${op} requires a value.`);
  return { op, path: path || undefined, value };
}

/** Reads a field whose name may have other capitals. */
export const field = (object: Record<string, unknown>, name: string): unknown =>
  object[name] ?? Object.entries(object).find(([key]) => key.toLowerCase() === name)?.[1];
