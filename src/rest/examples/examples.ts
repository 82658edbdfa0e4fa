/** Origin in the examples. Each site replaces it with its own. */
export const exampleOrigin = "https://learn.example";

/** Example request body with ids that do not exist. */
export type Body = Readonly<Record<string, unknown>>;

/** Typical uses of one operation: a summary and a request body each. */
export type RequestVariants = readonly (readonly [summary: string, body: Body])[];

/** Example request bodies by operation name. They are short, describe one school, and are valid if their ids exist. */
export type Examples = Readonly<Record<string, Body | RequestVariants>>;

/**
 * Example response fields by resource type (`object`) or schema name. Missing fields are derived from the schema.
 * Site URLs begin with `exampleOrigin`.
 */
export type ResourceExamples = Readonly<Record<string, Body>>;

/** Response fields that differ from the usual example of the resource, by operation name. */
export type ResponseExamples = Readonly<Record<string, object>>;
