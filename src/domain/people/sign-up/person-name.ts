import { adviceOnName, isOneLine } from "#lib/text/one-line.ts";
import { trimmed } from "#lib/wire/trimmed.ts";

/** A name entered by its person, on one line. */
export const PersonName = trimmed()
  .min(1, "Enter your name.")
  .max(200, "A name must have at most 200 characters.")
  .refine(isOneLine, { error: ({ input }) => adviceOnName(input) });
