/** Returns the names of the fields of an object that has only those of its type. */
export const typedKeys = <Fields extends object>(fields: Fields): (keyof Fields & string)[] =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- TypeScript types keys as strings, because an object can have more fields than its type.
  Object.keys(fields) as (keyof Fields & string)[];

/** Returns true if an object has a field of this name. */
export const isFieldOf = <Fields extends object>(fields: Fields, name: string): name is keyof Fields & string =>
  Object.hasOwn(fields, name);

type Entry<Fields> = { [Name in keyof Fields & string]: [Name, Fields[Name]] }[keyof Fields & string];

/** Returns the fields of an object that has only those of its type. */
export const typedEntries = <Fields extends object>(fields: Fields): Entry<Fields>[] =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- As for `typedKeys`.
  Object.entries(fields) as Entry<Fields>[];

/** Returns the fields of an object that satisfy a condition. */
export const filterFields = <Fields extends object>(
  fields: Fields,
  isKept: (value: unknown, name: string) => boolean,
): Partial<Fields> =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- The remaining fields are unchanged.
  Object.fromEntries(Object.entries(fields).filter(([name, value]) => isKept(value, name))) as Partial<Fields>;

/** Builds an object with a field for each name. */
export const recordOf = <Name extends string, Value>(
  names: readonly Name[],
  valueOf: (name: Name) => Value,
): Record<Name, Value> =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Each of the names has become a field.
  Object.fromEntries(names.map((name) => [name, valueOf(name)])) as Record<Name, Value>;
