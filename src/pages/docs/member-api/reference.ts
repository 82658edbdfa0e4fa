/** Groups of the reference, in reading order. */
export const memberApiGroups = ["queries", "mutations", "objects", "lists", "inputs", "enums", "scalars"] as const;
export type MemberApiGroup = (typeof memberApiGroups)[number];

/** A field, an argument or a value of an enumeration, which has no type. */
export interface MemberApiField {
  name: string;
  description: string;
  /** `[Course!]!` */
  type?: string;
  fallback?: string;
  arguments: readonly MemberApiField[];
}

export interface MemberApiType {
  kind: "output" | "input" | "enum" | "scalar";
  name: string;
  description: string;
  fields: readonly MemberApiField[];
}

export type MemberApiReference = ReadonlyMap<MemberApiGroup, readonly MemberApiType[]>;

export const groupTypes = (types: readonly MemberApiType[]): MemberApiReference => Map.groupBy(types, groupOf);

function groupOf({ kind, name }: MemberApiType): MemberApiGroup {
  if (kind !== "output") return `${kind}s`;
  if (name === "Query") return "queries";
  if (name === "Mutation") return "mutations";
  return /(?:Connection|Edge)$|^PageInfo$/.test(name) ? "lists" : "objects";
}
