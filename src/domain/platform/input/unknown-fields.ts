import { suggestKnown } from "#lib/text/suggest-known.ts";
import type { UnknownField } from "#lib/wire/unknown-field.ts";
import { pointerOf } from "#lib/wire/pointer.ts";
import { Problem } from "../problem.ts";

/** Builds the problem for unknown fields, each with a suggestion. `what`: the name of a field in the source format. */
export function unknownFields(unknown: readonly UnknownField[], what = "field", prefix = ""): Problem {
  const errors = unknown.map(({ path, known }) => {
    const hint = suggestKnown(String(path.at(-1)), known, `Omit all ${what}s.`);
    return {
      pointer: prefix + pointerOf(path),
      code: "unknown_field",
      detail: `There is no such ${what}. ${hint}`,
    };
  });
  const [first] = errors;
  return new Problem("unknown_field", first ? `${first.pointer}: ${first.detail}` : "There is an unknown field.", {
    errors,
  });
}
