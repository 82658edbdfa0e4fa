import { pause } from "./pause.ts";

const maxPieceLength = 64 * 1024;

/** A value that is not written yet, or text. */
type Part = { value: unknown } | string;

/**
 * Writes JSON in one form for all texts with the same meaning: members sorted by their names, no spaces, and one
 * spelling per number (RFC 8785 §3.2). In pieces, and the event loop turns between them.
 */
export async function canonicalPieces(value: unknown): Promise<string[]> {
  const pieces: string[] = [];
  let piece = "";
  // An explicit stack instead of recursion: input may be nested as deeply as a body is long.
  const parts: Part[] = [{ value }];
  for (let part = parts.pop(); part !== undefined; part = parts.pop()) {
    if (typeof part === "string") piece += part;
    else if (isContainer(part.value)) parts.push(...partsOf(part.value).toReversed());
    else piece += JSON.stringify(part.value) ?? "null";
    if (piece.length < maxPieceLength) continue;
    pieces.push(piece);
    piece = "";
    const turn = pause();
    if (turn) await turn;
  }
  return [...pieces, piece];
}

const isContainer = (value: unknown): value is object =>
  typeof value === "object" && value !== null && !("toJSON" in value);

function partsOf(container: object): Part[] {
  if (Array.isArray(container)) {
    return ["[", ...container.flatMap((value: unknown, index): Part[] => [index === 0 ? "" : ",", { value }]), "]"];
  }
  const members = Object.entries(container)
    .filter(([, value]) => value !== undefined)
    .toSorted(([one], [other]) => (one < other ? -1 : 1));
  const written = members.flatMap(([name, value], index): Part[] => [
    `${index === 0 ? "" : ","}${JSON.stringify(name)}:`,
    { value },
  ]);
  return ["{", ...written, "}"];
}
