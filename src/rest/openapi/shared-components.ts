import { problemTypes } from "../problem-types.ts";

/** What operations have in common: how to authorize, parameters of the surface itself, failures. */
export function sharedComponents(origin: string, scopes: Record<string, string>): object {
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
  IdempotencyKey: header(
    "Idempotency-Key",
    "Chosen by the client, a new one for each effect. A repetition is answered alike and has no second effect, for 24 hours.",
    { type: "string", minLength: 1, maxLength: 255 },
  ),
};

const failure = (description: string, status: number) => ({
  description,
  content: {
    "application/problem+json": {
      schema: {
        allOf: [{ $ref: "#/components/schemas/Problem" }],
        description: `Codes: ${codesOf(status).join(", ")}.`,
      },
    },
  },
});

const codesOf = (status: number): string[] =>
  Object.entries(problemTypes).flatMap(([code, type]) => (type.status === status ? [code] : []));

const responses = {
  BadRequest: failure("The request cannot be read.", 400),
  Unauthorized: failure(
    "There is no token, or it is not accepted here. `WWW-Authenticate` says where to get one.",
    401,
  ),
  Forbidden: failure("The token lacks a scope, or the person a role.", 403),
  NotFound: failure("There is no such thing at this site.", 404),
  Conflict: failure("What is there does not allow it.", 409),
  PreconditionFailed: failure("It was changed since it was read.", 412),
  TooLarge: failure("Too much in one request.", 413),
  UnsupportedMediaType: failure("The body is of a type that is not read here.", 415),
  Unprocessable: failure("A value is not accepted.", 422),
  PreconditionRequired: failure("It was not said which version was read (If-Match).", 428),
  TooManyRequests: failure("Too many requests; `Retry-After` says when to try again.", 429),
};
