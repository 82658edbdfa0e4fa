import { resources } from "#domain/resources.ts";

/** The first path segment is the tag. */
export const tagOf = (path: string): string => path.split("/")[1] ?? "";

export const tagDescriptions: Readonly<Record<string, string>> = Object.fromEntries(
  resources.flatMap(({ tags }) => Object.entries(tags)),
);
