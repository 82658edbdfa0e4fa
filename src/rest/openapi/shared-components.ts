import { located } from "../examples/at-origin.ts";
import { routes } from "#operations/routes.ts";
import { headersOf } from "./headers.ts";
import { buildProblemExamples, type Refusal } from "./refusals.ts";

/** Builds the shared components: security schemes, common parameters and error responses. */
export function sharedComponents(
  origin: string,
  scopes: Record<string, string>,
  responses: Record<string, Refusal>,
): object {
  return {
    securitySchemes: {
      oauth: {
        type: "oauth2",
        description: "Authorization code with PKCE (S256). The scopes of an operation are those that a token needs.",
        flows: {
          authorizationCode: {
            authorizationUrl: `${origin}/oauth/authorize`,
            tokenUrl: `${origin}/api/oauth/token`,
            refreshUrl: `${origin}/api/oauth/token`,
            scopes,
          },
        },
      },
      api_key: {
        type: "http",
        scheme: "bearer",
        bearerFormat: "lak_…",
        description:
          "An API key of the school, for its scripts, instead of an access token in the same header. It needs the same scopes. An owner creates it in the admin area, under Developers.",
      },
    },
    parameters,
    headers: located(headersOf(routes), origin),
    examples: buildProblemExamples(responses, origin),
    responses,
  };
}

const header = (name: string, description: string, schema: object, required = false) => ({
  name,
  in: "header",
  required,
  description,
  schema,
});

const parameters = {
  Fields: {
    name: "fields",
    in: "query",
    description: "Returns only these fields of the resource, or of each resource of the list.",
    style: "form",
    explode: false,
    schema: { type: "array", items: { type: "string" } },
    example: ["id"],
  },
  DryRun: {
    name: "dry_run",
    in: "query",
    description: "Validates the request and returns the result without saving anything. Default: `false`.",
    schema: { type: "boolean" },
  },
  ContentDigest: header(
    "Content-Digest",
    "SHA-256 digest of the body (RFC 9530): `sha-256=:<base64>:`. A body with another digest is rejected.",
    { type: "string" },
    true,
  ),
  IfMatch: header(
    "If-Match",
    "The ETag of the version that you read. The response is 412 if the resource changed since.",
    { type: "string" },
  ),
  IfMatchRequired: header(
    "If-Match",
    "The ETag of the version that you read. Required for this operation.",
    { type: "string" },
    true,
  ),
  CreateOnly: header("If-None-Match", "`*` creates the resource. The response is 412 if it exists.", {
    type: "string",
    enum: ["*"],
  }),
  IfNoneMatch: header("If-None-Match", "The ETag of a cached response. The response is 304 if nothing changed.", {
    type: "string",
  }),
  RequestId: header(
    "X-Request-Id",
    "A request ID chosen by the client, for finding the request in the server logs: 1 to 100 letters, digits and `_.:-`. Other values are ignored.",
    { type: "string" },
  ),
  IdempotencyKey: header(
    "Idempotency-Key",
    "A unique value chosen by the client. Repeating the request with the same key within 24 hours returns the same response without a second effect.",
    { type: "string", minLength: 1, maxLength: 255 },
  ),
};
