/** Why a text is no JSON, as the engine says it, which may quote half of a character, or one that cannot be stored. */
export const whyNoJson = (error: unknown): string =>
  (error as SyntaxError).message.toWellFormed().replaceAll(/\p{Cc}/gu, "\uFFFD");
