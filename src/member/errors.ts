import { GraphQLError } from "graphql";
import { Problem } from "#domain/platform/problem.ts";
import { outageOf } from "#http/outage.ts";

/** Values of `extensions.code`. */
type ErrorCode =
  | "GRAPHQL_PARSE_FAILED"
  | "GRAPHQL_VALIDATION_FAILED"
  | "BAD_USER_INPUT"
  | "NOT_FOUND"
  | "COST_LIMIT_EXCEEDED"
  | "RATE_LIMITED"
  | "UNAVAILABLE"
  | "INTERNAL";

export const codedError = (code: ErrorCode, message: string, extensions: Record<string, unknown> = {}) =>
  new GraphQLError(message, { extensions: { code, ...extensions } });

export const badUserInput = (message: string) => codedError("BAD_USER_INPUT", message);

/** Returns the code of an error for metrics. */
export function codeOf({ extensions }: GraphQLError): string {
  const { code } = extensions;
  return typeof code === "string" ? code : "BAD_USER_INPUT";
}

/** Returns true for an unexpected error in a resolver. Such errors are logged, and their text is not exposed. */
export const isUnexpected = ({ originalError }: GraphQLError): boolean =>
  originalError !== undefined && !isCoded(originalError) && !(originalError instanceof Problem);

/** Errors of GraphQL without a code report a value that does not match the schema. */
const isCoded = (error: Error): error is GraphQLError =>
  error instanceof GraphQLError && error.extensions["code"] !== undefined;

/** Formats an error for the client. */
export function serializeError(error: GraphQLError, requestId: string | null): GraphQLError {
  const { message, originalError, extensions } = error;
  const outage = outageOf(originalError);
  if (outage) {
    return withText(error, outage.message, {
      code: "UNAVAILABLE",
      retryAfterSeconds: outage.retryAfterSeconds,
      requestId,
    });
  }
  if (isUnexpected(error)) return withText(error, "An internal error occurred.", { code: "INTERNAL", requestId });
  if (originalError instanceof Problem) {
    const code = originalError.code === "not_found" ? "NOT_FOUND" : "BAD_USER_INPUT";
    return withText(error, message + allowedValues(originalError), { code });
  }
  return withText(error, message, originalError && isCoded(originalError) ? originalError.extensions : extensions);
}

/** Returns an error at the same place of the query, with another text. */
export function withText(error: GraphQLError, message: string, extensions: Record<string, unknown>): GraphQLError {
  const { path, nodes, source, positions } = error;
  return new GraphQLError(message, { path, nodes, source, positions, extensions });
}

/** Names the values as the schema does: enum values are uppercase. */
const allowedValues = ({ details: { allowed } }: Problem): string =>
  allowed ? ` Allowed values: ${allowed.map((name) => name.toUpperCase()).join(", ")}.` : "";
