/** An attribute of a schema (RFC 7643 §7). */
export interface Attribute {
  name: string;
  type: "string" | "boolean" | "dateTime" | "reference" | "complex";
  multiValued: boolean;
  description: string;
  required: boolean;
  caseExact: boolean;
  mutability: "readOnly" | "readWrite" | "immutable";
  returned: "always" | "default" | "request";
  uniqueness: "none" | "server" | "global";
  subAttributes?: readonly Attribute[];
  referenceTypes?: readonly string[];
  canonicalValues?: readonly string[];
}

/** Completes an attribute with the defaults of RFC 7643 §2.2. */
export const attribute = (
  name: string,
  description: string,
  traits: Partial<Omit<Attribute, "name" | "description">> = {},
): Attribute => ({
  name,
  type: "string",
  multiValued: false,
  description,
  required: false,
  caseExact: false,
  mutability: "readWrite",
  returned: "default",
  uniqueness: "none",
  ...traits,
});

export const readOnly = { mutability: "readOnly" } as const;
