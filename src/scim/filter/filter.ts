/** An attribute as a filter or a path names it, with names in lower case: `name.givenName`, with the URN of a schema. */
export interface AttributePath {
  /** URN before the name. Undefined: the schema of the resource, or that of the only extension with the name. */
  schema: string | undefined;
  name: string;
  sub: string | undefined;
}

export const operators = ["eq", "ne", "co", "sw", "ew", "gt", "ge", "lt", "le"] as const;
export type Operator = (typeof operators)[number];

export type Value = string | number | boolean | null;

/** A filter (RFC 7644 §3.4.2.2). */
export type Filter =
  | { kind: "compare"; path: AttributePath; operator: Operator; value: Value }
  | { kind: "present"; path: AttributePath }
  | { kind: "and" | "or"; parts: readonly Filter[] }
  | { kind: "not"; part: Filter }
  /** `emails[type eq "work"]`: an element that satisfies the whole filter. Its paths name sub-attributes. */
  | { kind: "element"; path: AttributePath; filter: Filter };
