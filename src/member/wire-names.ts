import { badUserInput } from "./errors.ts";

/** Converts a domain name to an enum value: uppercase. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- TypeScript types the result of toUpperCase() as any string.
export const enumName = <Name extends string>(name: Name) => name.toUpperCase() as Uppercase<Name>;

/** Converts an enum value back to the domain name. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- As for `enumName`.
export const domainName = <Name extends string>(name: Name) => name.toLowerCase() as Lowercase<Name>;

/** Deduplicates: a client may repeat a name as often as a body allows. */
export function domainNames<Name extends string>(
  names: readonly Name[] | null | undefined,
): Lowercase<Name>[] | undefined {
  if (!names) return undefined;
  if (names.length === 0) throw badUserInput("An empty list matches no items. Omit the filter to list all.");
  return [...new Set(names)].map(domainName);
}
