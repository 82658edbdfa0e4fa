import { badUserInput } from "./errors.ts";

/** What an enumeration says: the domain's name in capitals. */
export const enumName = <Name extends string>(name: Name) => name.toUpperCase() as Uppercase<Name>;

/** The domain's name again. */
export const domainName = <Name extends string>(name: Name) => name.toLowerCase() as Lowercase<Name>;

/** Each once: a client may repeat a name as often as a body is long. */
export function domainNames<Name extends string>(
  names: readonly Name[] | null | undefined,
): Lowercase<Name>[] | undefined {
  if (!names) return undefined;
  if (names.length === 0) throw badUserInput("A filter by an empty list would list nothing. Leave it out to list all.");
  return [...new Set(names)].map(domainName);
}
