import { romanize } from "#lib/romanize/romanize.ts";

/**
 * Converts a name of any script to a slug: lower case, words joined by hyphens. Returns an empty string if nothing can
 * be converted.
 */
export const slugFrom = (name: string): string =>
  romanize(name)
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, 120)
    .replace(/^-|-$/g, "");
