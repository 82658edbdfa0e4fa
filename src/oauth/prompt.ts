import { type Acr, acrValues } from "#access/authentication-classes.ts";
import { invalidRequest } from "./error.ts";

/** OpenID Connect Core §3.1.2.1. */
const prompts = ["none", "login", "consent", "select_account"] as const;
export type Prompt = (typeof prompts)[number];

const isPrompt = (text: string): text is Prompt => prompts.some((prompt) => prompt === text);

export function parsePrompt(text: string | undefined): Prompt[] {
  if (text === undefined) return [];
  const named = text.split(" ").filter((word) => word !== "");
  const unknown = named.find((word) => !isPrompt(word));
  if (unknown !== undefined)
    throw invalidRequest(`prompt does not support ${unknown}. It supports ${prompts.join(", ")}.`);
  if (named.includes("none") && named.length > 1)
    throw invalidRequest("prompt=none cannot be combined with other values.");
  return named.filter(isPrompt);
}

/** Requested authentication context classes, in order of preference. Unknown ones are left out: they are voluntary. */
export const parseAcrValues = (text: string | undefined): Acr[] =>
  text === undefined ? [] : acrValues.filter((acr) => text.split(" ").includes(acr));

/** Returns whole seconds, or null if the request sets no limit. */
export function parseMaxAge(text: string | undefined): number | null {
  if (text === undefined) return null;
  if (!/^\d{1,9}$/.test(text)) throw invalidRequest("max_age must be a whole number of seconds.");
  return Number(text);
}
