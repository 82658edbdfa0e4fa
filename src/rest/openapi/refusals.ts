import { typedKeys } from "#lib/json/typed-object.ts";
import { problemExamples } from "../examples/problems.ts";
import { bodyOf } from "../problem-json.ts";
import { type ErrorCode, problemTypes } from "../problem-types.ts";
import { acceptsReadOnlyFields } from "../read-only-fields.ts";
import { type Route, takesIdempotencyKey } from "#operations/route.ts";
import { hasETag, headersOfRefusal } from "./headers.ts";
import { problemCodesOf } from "./problem-codes.ts";

const requestId = "0198c2f0-6c1e-7a3b-9d52-3f1e8b7a4c60";

/** Name and description of error responses, by status. */
const kinds: Readonly<Record<string, readonly [name: string, meaning: string]>> = {
  400: ["BadRequest", "The request is malformed."],
  401: ["Unauthorized", "The access token is missing or invalid. See `WWW-Authenticate`."],
  403: ["Forbidden", "The token lacks a required scope, or the member lacks a required role."],
  404: ["NotFound", "The resource does not exist at this site."],
  409: ["Conflict", "The request conflicts with the current state."],
  412: [
    "PreconditionFailed",
    "A condition of the request is not met: the resource changed since it was read, or it exists already.",
  ],
  413: ["TooLarge", "The request is too large."],
  415: ["UnsupportedMediaType", "The content type is not supported."],
  422: ["Unprocessable", "A value is invalid."],
  428: ["PreconditionRequired", "`If-Match` is required."],
  429: ["TooManyRequests", "Too many requests. Retry after the time in `Retry-After`."],
  default: [
    "Failure",
    "Server error, or another error before the operation starts. 503 and 507 have `Retry-After`. A write with an `Idempotency-Key` can be retried.",
  ],
};

function kindOf(status: string): readonly [name: string, meaning: string] {
  const kind = kinds[status];
  if (!kind) throw new Error(`The status ${status} has no description.`);
  return kind;
}

/** Codes that are not specific to an operation. The other codes determine the response name. */
const sharedCodes: ReadonlySet<ErrorCode> = new Set([
  "invalid_request",
  "invalid_id",
  "invalid_token",
  "insufficient_scope",
  "role_required",
  "not_found",
  "conflict",
  "precondition_failed",
  "body_too_large",
  "unsupported_media_type",
  "validation_failed",
  "unknown_field",
  "read_only",
  "precondition_required",
  "rate_limited",
  "database_unavailable",
  "database_busy",
  "storage_unavailable",
  "insufficient_storage",
  "internal",
]);

/**
 * Returns the error responses of a route, by status, with their codes. Shared responses are added to the given
 * components.
 */
export function refusalsOf(route: Route, responses: Record<string, Refusal>): Record<string, object> {
  const byStatus = Map.groupBy(new Set(codesOf(route)), statusOf);
  const answers = [...byStatus].map(([status, codes]): [string, object] => {
    const specific = codes.filter((code) => !sharedCodes.has(code));
    const mayRepeat = takesIdempotencyKey(route) && isKept(status);
    // Operations with codes about the key describe them already.
    const isMarked = mayRepeat && !specific.some((code) => code.startsWith("idempotency"));
    const name = [kindOf(status)[0], ...specific, ...(isMarked ? ["repeated"] : [])].join(".");
    responses[name] ??= refusal(status, codes, mayRepeat);
    return [status, { $ref: `#/components/responses/${name}` }];
  });
  return Object.fromEntries(answers);
}

/**
 * True if a replay with the same `Idempotency-Key` returns the same error. Errors before the operation starts are not
 * stored.
 */
const isKept = (status: string): boolean => !["401", "415", "429", "default"].includes(status);

function codesOf(route: Route): ErrorCode[] {
  const { method, effect, operation } = route;
  const specific = problemCodesOf(operation.name).filter((code) => effect || problemTypes[code].status < 409);
  const hasBody = method !== "GET";
  return [
    "invalid_request",
    "invalid_id",
    ...(method === "GET" ? (["invalid_filter"] as const) : []),
    "invalid_token",
    "insufficient_scope",
    ...(operation.sensitive ? (["insufficient_user_authentication"] as const) : []),
    "role_required",
    ...(effect ? (["conflict"] as const) : []),
    ...(hasETag(route) || effect ? (["precondition_failed"] as const) : []),
    ...(takesIdempotencyKey(route) ? (["idempotency_in_progress", "idempotency_key_reused"] as const) : []),
    ...(hasBody ? (["body_too_large", "unsupported_media_type", "validation_failed", "unknown_field"] as const) : []),
    ...(acceptsReadOnlyFields(route) ? (["read_only"] as const) : []),
    ...(operation.requiresIfMatch ? (["precondition_required"] as const) : []),
    ...specific,
    "rate_limited",
    "database_unavailable",
    "database_busy",
    "storage_unavailable",
    "insufficient_storage",
    "internal",
  ];
}

const statusOf = (code: ErrorCode): string => {
  const { status } = problemTypes[code];
  return status < 500 ? String(status) : "default";
};

export interface Refusal {
  description: string;
  headers: object;
  content: { "application/problem+json": { schema: object; examples: Record<string, object> } };
}

const refusal = (status: string, codes: readonly ErrorCode[], mayRepeat: boolean): Refusal => ({
  description: `${kindOf(status)[1]} Codes: ${codes.map((code) => `\`${code}\``).join(", ")}.`,
  headers: headersOfRefusal(status, mayRepeat),
  content: {
    "application/problem+json": {
      schema: { $ref: "#/components/schemas/Problem" },
      examples: Object.fromEntries(codes.map((code) => [code, { $ref: `#/components/examples/${code}` }])),
    },
  },
});

/** Builds one example problem per code. */
export function buildProblemExamples(responses: Record<string, Refusal>, origin: string): Record<string, object> {
  const documented = Object.values(responses).map(({ content }) => content["application/problem+json"].examples);
  const codes = typedKeys(problemTypes).filter((code) => documented.some((examples) => code in examples));
  return Object.fromEntries(
    codes.map((code) => {
      const { detail: message, ...more } = problemExamples[code];
      return [
        code,
        { summary: problemTypes[code].title, value: bodyOf({ code, message, ...more }, origin, requestId) },
      ];
    }),
  );
}
