import { versionOf } from "../responses/versions.ts";
import { isObject, type Resource } from "../schema/resource-type.ts";

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
  ...(isObject(resource["meta"]) && { location: String(resource["meta"]["location"]) }),
  version: versionOf(resource),
});
