import * as z from "zod";
import { trimBlank } from "#lib/text/blank.ts";

/** A text without the spaces and invisible characters around it, which come along when a text is copied. */
export const trimmed = (): z.ZodString => z.string().overwrite(trimBlank);
