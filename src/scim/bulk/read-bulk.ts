import { field } from "../patch/operations.ts";
import { badRequest, ScimError } from "../responses/scim-error.ts";
import { maxBulkOperations } from "./bulk-limits.ts";
import { isRecord } from "#lib/json/is-record.ts";

export interface BulkOperation {
  method: string;
  path: string;
  bulkId: string | undefined;
  version: string | undefined;
  data: unknown;
}

export interface BulkRequest {
  operations: BulkOperation[];
  /** Failed operations after which the others are left out. */
  failOnErrors: number;
}

/** Reads a bulk request (RFC 7644 §3.7). */
export function readBulk(body: unknown): BulkRequest {
  const operations = isRecord(body) ? field(body, "operations") : undefined;
  if (!Array.isArray(operations)) throw badRequest("invalidSyntax", "Expected Operations, a list.");
  if (operations.length > maxBulkOperations) {
    throw new ScimError(413, `A bulk request has at most ${maxBulkOperations} operations.`);
  }
  const failOnErrors = isRecord(body) ? field(body, "failonerrors") : undefined;
  return {
    operations: operations.map(readOperation),
    failOnErrors: typeof failOnErrors === "number" && failOnErrors >= 1 ? failOnErrors : Infinity,
  };
}

function readOperation(operation: unknown): BulkOperation {
  if (!isRecord(operation)) throw badRequest("invalidSyntax", "Expected an operation with method and path.");
  const [method, path, bulkId, version] = ["method", "path", "bulkid", "version"].map((name) => field(operation, name));
  if (typeof method !== "string" || typeof path !== "string" || path.length > 500) {
    throw badRequest("invalidSyntax", "Expected an operation with method and path.");
  }
  return {
    method: method.toUpperCase(),
    path,
    bulkId: typeof bulkId === "string" && bulkId !== "" ? bulkId : undefined,
    version: typeof version === "string" ? version : undefined,
    data: field(operation, "data"),
  };
}
