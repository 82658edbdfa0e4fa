import * as z from "zod";
import { isOneLine } from "#lib/one-line.ts";

/** A name that a person gives themselves, on one line. */
export const PersonName = z
  .string()
  .trim()
  .min(1, "Enter the name that you want to be known by.")
  .max(200, "A name has at most 200 characters.")
  .refine(isOneLine, "A name is one line.");
