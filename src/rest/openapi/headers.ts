import type * as z from "zod";
import { exampleId } from "#domain/platform/ids.ts";
import { fieldsIn } from "#lib/wire/definition.ts";
import { deprecationOf } from "#lib/wire/deprecation.ts";
import { exampleOrigin } from "../examples/examples.ts";
import { type Route, takesIdempotencyKey } from "#operations/route.ts";

const header = (description: string, schema: object, example: unknown) => ({ description, schema, example });
const text = { type: "string" };

const headers = {
  ETag: header(
    "The version of the resource, for `If-None-Match` when you read it again and for `If-Match` when you change it.",
    text,
    '"3-q2Vx0JmZ4k1B"',
  ),
  Location: header(
    "The URL of the created resource, or of the job that creates it.",
    text,
    `/api/v1/jobs/${exampleId("job")}`,
  ),
  Link: header(
    'The next page (`rel="next"`, RFC 8288). Absent on the last page.',
    text,
    `<${exampleOrigin}/api/v1/courses?cursor=eyJzIjoiLWNyZWF0ZWRfYXQifQ>; rel="next"`,
  ),
  "RateLimit-Policy": header(
    "The quota policies that apply to this request: requests (`q`) per window in seconds (`w`).",
    text,
    '"site";q=12000;w=60, "client";q=600;w=60',
  ),
  RateLimit: header(
    "The policy with the least remaining quota: remaining requests (`r`) and seconds until the quota resets (`t`).",
    text,
    '"client";r=599;t=60',
  ),
  "Retry-After": header("Seconds to wait.", { type: "integer", minimum: 1 }, 12),
  "Idempotency-Replayed": header(
    "Present if this is the stored response to an earlier request with the same `Idempotency-Key`.",
    { type: "string", enum: ["true"] },
    "true",
  ),
  "X-Request-Id": header(
    "The ID of this request in the server logs. Include it when you ask for support.",
    text,
    "0198c2f0-6c1e-7a3b-9d52-3f1e8b7a4c60",
  ),
  "X-API-Version": header("The release of the server. The major version of the API is in the path.", text, "1.4.0"),
  Deprecation: header(
    "Present if the request uses something that will be removed: the time of the announcement (RFC 9745).",
    text,
    "@1799971200",
  ),
  Sunset: header("The time of the removal, with `Deprecation` (RFC 8594).", text, "Sat, 15 Jan 2028 00:00:00 GMT"),
  "WWW-Authenticate": header(
    "The authorization server and the required scopes (RFC 6750, RFC 9728).",
    text,
    `Bearer error="insufficient_scope", resource_metadata="${exampleOrigin}/.well-known/oauth-protected-resource", scope="courses:read"`,
  ),
};

export type HeaderName = keyof typeof headers;

const references = (names: readonly HeaderName[]): object =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));

const authenticatedHeaders = ["RateLimit-Policy", "RateLimit", "X-Request-Id", "X-API-Version"] as const;

export function headersOfSuccess(
  route: Pick<Route, "method" | "effect" | "operation" | "takes">,
  ...own: HeaderName[]
): object {
  const { operation } = route;
  return references([
    ...own,
    ...(isPaged(operation.output) ? ["Link" as const] : []),
    ...(takesIdempotencyKey(route) ? ["Idempotency-Replayed" as const] : []),
    ...(mayBeDeprecated(operation) ? (["Deprecation", "Sunset"] as const) : []),
    ...authenticatedHeaders,
  ]);
}

export function headersOfRefusal(status: string, mayRepeat: boolean): object {
  if (status === "401") return references(["WWW-Authenticate", "X-Request-Id", "X-API-Version"]);
  return references([
    ...(status === "403" ? ["WWW-Authenticate" as const] : []),
    ...(status === "429" || status === "default" ? ["Retry-After" as const] : []),
    ...(mayRepeat ? ["Idempotency-Replayed" as const] : []),
    ...authenticatedHeaders,
  ]);
}

const isPaged = (output: z.ZodType): boolean => "page" in fieldsIn(output);

/** True if the response has an ETag: all reads, and writes that return a version. */
export const hasETag = ({ method, operation }: Pick<Route, "method" | "operation">): boolean =>
  method === "GET" || operation.version !== undefined;

/** True if the operation, or one of its fields, is deprecated. */
const mayBeDeprecated = ({ deprecation, input, output }: Route["operation"]): boolean =>
  deprecation !== undefined ||
  [input, output].some((schema) => Object.values(fieldsIn(schema)).some((field) => deprecationOf(field)));

/** The headers that a document of these routes refers to. */
export function headersOf(routes: readonly Pick<Route, "operation">[]): object {
  const { Deprecation, Sunset, ...others } = headers;
  return routes.some(({ operation }) => mayBeDeprecated(operation)) ? { ...others, Deprecation, Sunset } : others;
}
