/**
 * Returns the engine's message for invalid JSON. It may quote half of a surrogate pair or a control character, which
 * are replaced.
 */
export const whyNoJson = (error: unknown): string =>
  (error as SyntaxError).message.toWellFormed().replaceAll(/\p{Cc}/gu, "\uFFFD");
