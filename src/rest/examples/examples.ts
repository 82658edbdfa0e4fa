/** The site of the examples: each site shows its own in its place. */
export const exampleOrigin = "https://learn.example";

/** A body as it is sent, with ids of nothing that exists. */
export type Body = Readonly<Record<string, unknown>>;

/** The natural ways to use one operation, each with what is done so. */
export type Ways = readonly (readonly [summary: string, body: Body])[];

/** What is sent to operations, by their names: short, of one school, and accepted as it stands where its ids are. */
export type Examples = Readonly<Record<string, Body | Ways>>;

/**
 * Fields of things as they are answered, by what a thing calls itself (`object`), or by the name of its schema. What
 * is not said follows from the schema. Addresses of the site begin with `exampleOrigin`.
 */
export type Things = Readonly<Record<string, Body>>;

/** Fields in which the answer of an operation differs from how its thing is usually, by the operation's name. */
export type Answers = Readonly<Record<string, object>>;
