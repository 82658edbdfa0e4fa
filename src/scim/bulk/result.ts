import { versionOf } from "../responses/versions.ts";
import type { Resource } from "../schema/resource-type.ts";
import { isRecord } from "#lib/json/is-record.ts";

/** The outcome of one operation (RFC 7644 §3.7.3). */
export interface Result {
  method: string;
  bulkId?: string;
  location?: string;
  version?: string;
  status: string;
  response?: unknown;
}

export const addressOf = (resource: Resource): Pick<Result, "location" | "version"> => ({
  ...(isRecord(resource["meta"]) && { location: String(resource["meta"]["location"]) }),
  version: versionOf(resource),
});
