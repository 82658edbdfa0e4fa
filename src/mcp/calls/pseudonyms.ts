import type { Site } from "#domain/platform/site/site.ts";
import { isRecord } from "#lib/json/is-record.ts";
import { digest } from "#lib/secrets/secret.ts";

/**
 * Replaces names and addresses with stable pseudonyms, so that an agent can tell people apart but not contact them.
 * Ids stay, so that it can still act on them.
 */
export function pseudonymize(value: unknown, site: Site, names: readonly string[]): unknown {
  if (names.length === 0) return value;
  if (Array.isArray(value)) return value.map((item) => pseudonymize(item, site, names));
  if (!isRecord(value)) return value;
  const about = [value["member_id"], value["email"], value["id"]].find((known) => typeof known === "string") ?? "";
  const changed = Object.entries(value).map(([name, part]) => {
    const isPersonal = names.includes(name) && typeof part === "string";
    return [name, isPersonal ? pseudonymOf(site, about, name) : pseudonymize(part, site, names)] as const;
  });
  return Object.fromEntries(changed);
}

function pseudonymOf({ id }: Site, about: string, field: string): string {
  const mark = digest(`pseudonym\n${id}\n${about}`).toString("hex", 0, 4);
  return field === "email" ? `person-${mark}@pseudonym.invalid` : `Person ${mark}`;
}
