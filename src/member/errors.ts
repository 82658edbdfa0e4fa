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
  originalError !== undefined && !(originalError instanceof GraphQLError) && !(originalError instanceof Problem);

/** Formats an error for the client. */
export function serializeError(error: GraphQLError, requestId: string | null): GraphQLError {
  const { message, path, nodes, source, positions, originalError, extensions } = error;
  const known = originalError instanceof GraphQLError ? originalError.extensions : extensions;
  const outage = outageOf(originalError);
  if (outage) {
    const { message: text, retryAfterSeconds } = outage;
    const retry = { code: "UNAVAILABLE", retryAfterSeconds, requestId };
    return new GraphQLError(text, { path, nodes, source, positions, extensions: retry });
  }
  if (isUnexpected(error)) {
    return new GraphQLError("An internal error occurred.", {
      path,
      nodes,
      source,
      positions,
      extensions: { code: "INTERNAL", requestId },
    });
  }
  if (originalError instanceof Problem) {
    const code = originalError.code === "not_found" ? "NOT_FOUND" : "BAD_USER_INPUT";
    return new GraphQLError(message, { path, nodes, source, positions, extensions: { code } });
  }
  return new GraphQLError(message, { path, nodes, source, positions, extensions: known });
}
