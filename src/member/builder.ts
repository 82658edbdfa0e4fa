import SchemaBuilder from "@pothos/core";
import { Instant } from "#domain/platform/time/instant.ts";
import type { RequestContext } from "#domain/platform/context.ts";
import type { TokenStatus } from "#oauth/token-status.ts";
import { badUserInput } from "./errors.ts";

/** Context of resolvers: the request, and the member of its token. */
export interface MemberContext extends RequestContext {
  tokenStatus: TokenStatus;
  /** Schema fields that the query names: `EnrolledCourse.slug`. */
  requested: ReadonlySet<string>;
}

export const builder = new SchemaBuilder<{
  Context: MemberContext;
  Scalars: {
    DateTime: { Input: Date; Output: Date };
    URL: { Input: string; Output: string };
    Locale: { Input: string; Output: string };
  };
  DefaultFieldNullability: false;
}>({ defaultFieldNullability: false });

builder.scalarType("DateTime", {
  description:
    "RFC 3339 timestamp. Returned in UTC with milliseconds, e.g. 2026-11-20T09:30:00.000Z. Any offset is accepted as input.",
  serialize: (value) => value.toISOString(),
  parseValue: readTimestamp,
});

builder.scalarType("URL", {
  description: "Absolute URL. Always https if the site is served over https.",
  serialize: (value) => value,
});

builder.scalarType("Locale", {
  description: "BCP 47 language tag, e.g. zh-TW.",
  serialize: (value) => value,
});

builder.queryType({
  description:
    "A token identifies one member at one site, and all data belongs to that member. Requires the account:read scope.",
});

builder.mutationType({
  description:
    "Changes that members can make to their own data. Requires the account:write scope in addition to account:read.",
});

function readTimestamp(value: unknown): Date {
  const timestamp = typeof value === "string" ? Instant.safeDecode(value) : undefined;
  if (!timestamp?.success) throw badUserInput("Expected an RFC 3339 timestamp like 2026-11-20T09:30:00Z.");
  return timestamp.data;
}
