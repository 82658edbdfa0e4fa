import { located } from "../examples/located.ts";
import { headers } from "./headers.ts";
import { problemExamples, type Refusal } from "./refusals.ts";

/** What operations have in common: how to authorize, parameters of the surface itself, failures. */
export function sharedComponents(
  origin: string,
  scopes: Record<string, string>,
  responses: Record<string, Refusal>,
): object {
  return {
    securitySchemes: {
      oauth: {
        type: "oauth2",
        description: "Authorization code with PKCE (S256).",
        flows: {
          authorizationCode: {
            authorizationUrl: `${origin}/oauth/authorize`,
            tokenUrl: `${origin}/api/oauth/token`,
            refreshUrl: `${origin}/api/oauth/token`,
            scopes,
          },
        },
      },
    },
    parameters,
    headers: located(headers, origin),
    examples: problemExamples(responses, origin),
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
    description: "These fields alone, of the thing or of each in the list.",
    style: "form",
    explode: false,
    schema: { type: "array", items: { type: "string" } },
    example: ["id"],
  },
  DryRun: {
    name: "dry_run",
    in: "query",
    description: "Checks everything and changes nothing; answers what would be.",
    schema: { type: "boolean", default: false },
  },
  ContentDigest: header(
    "Content-Digest",
    "SHA-256 of the body (RFC 9530): `sha-256=:` and base64 and `:`. Bytes that have another are refused.",
    { type: "string" },
    true,
  ),
  IfMatch: header("If-Match", "The ETag of what was read: 412 where it was changed since.", { type: "string" }),
  IfMatchRequired: header("If-Match", "The ETag of what was read; required here.", { type: "string" }, true),
  IfNoneMatch: header("If-None-Match", "The ETag of what is at hand: 304 where it is the same still.", {
    type: "string",
  }),
  RequestId: header(
    "X-Request-Id",
    "What the client calls this request, to find it in the logs: 1 to 100 letters, digits and `_.:-`. Anything else is left aside.",
    { type: "string" },
  ),
  IdempotencyKey: header(
    "Idempotency-Key",
    "Chosen by the client, a new one for each effect. A repetition is answered alike and has no second effect, for 24 hours.",
    { type: "string", minLength: 1, maxLength: 255 },
  ),
};
