import type { IdKind } from "#domain/platform/ids.ts";

/** The kind named by a description: `membershipPlan` for `ID or slug of a membership plan`. */
export function namedKind(description = ""): IdKind | undefined {
  const noun = /\bID(?: or \w+)? of an? ([a-z ]+)(?:\.|$)/.exec(description)?.[1];
  return noun?.replaceAll(/ ([a-z])/g, (_match, letter: string) => letter.toUpperCase()) as IdKind | undefined;
}
