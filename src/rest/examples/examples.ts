/** A body as it is sent, with ids of nothing that exists. */
export type Body = Readonly<Record<string, unknown>>;

/** The natural ways to use one operation, each with what is done so. */
export type Ways = readonly (readonly [summary: string, body: Body])[];

/** What is sent to operations, by their names: short, of one school, and accepted as it stands where its ids are. */
export type Examples = Readonly<Record<string, Body | Ways>>;
