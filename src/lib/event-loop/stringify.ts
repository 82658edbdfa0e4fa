import { pause } from "./pause.ts";
import { isSmall } from "./weight.ts";

const maxPieceLength = 64 * 1024;

/** Writes JSON as `JSON.stringify` does, in pieces, and lets the event loop turn between them. */
export async function* stringifyInSlices(value: unknown): AsyncGenerator<string, void> {
  let piece = "";
  for (const part of parts(value)) {
    piece += part;
    if (piece.length < maxPieceLength) continue;
    yield piece;
    piece = "";
    const turn = pause();
    if (turn) await turn;
  }
  if (piece !== "") yield piece;
}

function* parts(value: unknown): Generator<string, void> {
  if (typeof value !== "object" || value === null || isSmall(value) || "toJSON" in value) {
    yield JSON.stringify(value) ?? "null";
  } else if (Array.isArray(value)) {
    let separator = "[";
    for (const item of value) {
      yield separator;
      yield* parts(item);
      separator = ",";
    }
    yield separator === "[" ? "[]" : "]";
  } else {
    let separator = "{";
    for (const [name, item] of Object.entries(value)) {
      if (item === undefined) continue;
      yield `${separator}${JSON.stringify(name)}:`;
      yield* parts(item);
      separator = ",";
    }
    yield separator === "{" ? "{}" : "}";
  }
}

/** The pieces of a value; a small one is a single piece. */
export async function jsonPieces(value: unknown): Promise<string[]> {
  if (isSmall(value)) return [JSON.stringify(value) ?? "null"];
  return Array.fromAsync(stringifyInSlices(value));
}

/** The same as one text. */
export const jsonOf = async (value: unknown): Promise<string> => (await jsonPieces(value)).join("");
