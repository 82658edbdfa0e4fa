import { badRequest } from "./scim-error.ts";
import type { Resource } from "../schema/resource-type.ts";

export const maxResults = 200;
const defaultCount = 100;

export interface ListRequest {
  filter: string | undefined;
  /** From 0. */
  offset: number;
  limit: number;
}

/** Query parameters with names in lower case: directories differ in the capitals of `startIndex`. */
export const queryOf = (query: unknown): Record<string, unknown> =>
  Object.fromEntries(Object.entries(query ?? {}).map(([name, value]) => [name.toLowerCase(), value]));

/** Reads the parameters of a list (RFC 7644 §3.4.2). Values below the range count as the lowest. */
export function readListRequest(query: Readonly<Record<string, unknown>>): ListRequest {
  const { filter, startindex, count } = query;
  if (filter !== undefined && typeof filter !== "string") throw badRequest("invalidFilter", "Send one filter.");
  if (query["sortby"] !== undefined) {
    throw badRequest("invalidValue", "Sorting is not supported. Lists are in the order of creation.");
  }
  const start = numberOf("startIndex", startindex, 1);
  const limit = numberOf("count", count, defaultCount);
  return {
    filter: filter || undefined,
    offset: Math.max(start, 1) - 1,
    limit: Math.min(Math.max(limit, 0), maxResults),
  };
}

function numberOf(name: string, value: unknown, otherwise: number): number {
  if (value === undefined || value === "") return otherwise;
  const number = typeof value === "number" ? value : Number(value);
  if (!Number.isSafeInteger(number) || Math.abs(number) > 2 ** 31 - 1) {
    throw badRequest("invalidValue", `Expected ${name} to be a whole number.`);
  }
  return number;
}

export interface Found {
  resources: Resource[];
  total: number;
}

/** A page of a list (RFC 7644 §3.4.2). */
export const listResponse = ({ resources, total }: Found, { offset }: Pick<ListRequest, "offset">) => ({
  schemas: ["urn:ietf:params:scim:api:messages:2.0:ListResponse"],
  totalResults: total,
  startIndex: offset + 1,
  itemsPerPage: resources.length,
  Resources: resources,
});
