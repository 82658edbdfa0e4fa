import { suggestKnown } from "#lib/suggest-known.ts";
import type { UnknownField } from "#lib/wire/decode.ts";
import { pointerOf } from "#lib/wire/pointer.ts";
import { Problem } from "./problem.ts";

/** Fields that are not there, each with those that it could have been. `what`: how they are called where they were sent. */
export function unknownFields(unknown: readonly UnknownField[], what = "field", place = ""): Problem {
  const errors = unknown.map(({ path, known }) => {
    const hint = suggestKnown(String(path.at(-1)), known, `Send no ${what}s.`);
    return {
      pointer: place + pointerOf(path),
      code: "unknown_field",
      detail: `There is no such ${what}. ${hint}`,
    };
  });
  return new Problem("unknown_field", `${errors[0]!.pointer}: ${errors[0]!.detail}`, { errors });
}
