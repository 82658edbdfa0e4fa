import { errorOf } from "#lib/error-of.ts";
import { ForbiddenKeyError } from "#lib/json/parse-large-json.ts";

/**
 * Returns the engine's message for invalid JSON. It may quote half of a surrogate pair or a control character, which
 * are replaced.
 */
export const whyNoJson = (error: unknown): string =>
  error instanceof ForbiddenKeyError
    ? "It has a field named __proto__, or a constructor with a prototype."
    : errorOf(error)
        .message.toWellFormed()
        .replaceAll(/\p{Cc}/gu, "\uFFFD");
