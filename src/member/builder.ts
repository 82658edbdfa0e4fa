import SchemaBuilder from "@pothos/core";
import type { RequestContext } from "#domain/context.ts";
import type { TokenStanding } from "#oauth/token-standing.ts";

/** What resolvers know: the request, and the member whose token it carries. */
export interface MemberContext extends RequestContext {
  standing: TokenStanding;
}

export const builder = new SchemaBuilder<{
  Context: MemberContext;
  Scalars: {
    DateTime: { Input: Date; Output: string };
    URL: { Input: string; Output: string };
  };
  DefaultFieldNullability: false;
}>({ defaultFieldNullability: false });

builder.scalarType("DateTime", {
  description: "RFC 3339 timestamp in UTC, e.g. 2026-11-20T09:30:00.000Z",
  serialize: (value) => value,
});

builder.scalarType("URL", {
  description: "Absolute URL",
  serialize: (value) => value,
});

builder.queryType({ description: "One token is one person at one site; everything here is theirs." });
