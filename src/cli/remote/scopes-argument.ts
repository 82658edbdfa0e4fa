import { InvalidArgumentError } from "commander";
import { isScope, type Scope, scopeNames } from "#access/scopes.ts";
import { nearest } from "#lib/text/nearest.ts";
import { listOf } from "../arguments/list-argument.ts";

/** `courses:read,students:read` or `courses:read students:read`; `all` includes operator scopes added in later releases. */
export function parseScopesArgument(text: string): Scope[] | "all" {
  if (text === "all") return text;
  const words = listOf(text);
  if (words.length === 0) throw new InvalidArgumentError("Expected scopes, like courses:read,students:read.");
  return words.map((word) => {
    if (isScope(word)) return word;
    const meant = nearest(word, scopeNames);
    throw new InvalidArgumentError(`There is no scope "${word}".${meant ? ` Did you mean ${meant}?` : ""}`);
  });
}
