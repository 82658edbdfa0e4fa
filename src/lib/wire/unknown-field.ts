/** A field that is not in the schema, with the known fields of its object. */
export interface UnknownField {
  path: readonly (string | number)[];
  known: readonly string[];
}

export type Path = readonly (string | number)[];
