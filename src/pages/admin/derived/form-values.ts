/** Values of a form by the name of their field. */
export type FormValues = ReadonlyMap<string, string>;
