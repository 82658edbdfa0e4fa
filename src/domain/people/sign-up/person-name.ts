import * as z from "zod";
import { isOneLine } from "#lib/one-line.ts";

/** A name entered by its person, on one line. */
export const PersonName = z
  .string()
  .trim()
  .min(1, "Enter your name.")
  .max(200, "A name must have at most 200 characters.")
  .refine(isOneLine, "A name must be a single line.");
