import { createReadStream } from "node:fs";
import { maxRowBytes } from "./source-row.ts";

const [lineFeed, carriageReturn] = [10, 13];

/** Yields the lines of a file without line ends; undefined for a line that is too long. */
export async function* linesOf(file: string, maxBytes = maxRowBytes): AsyncGenerator<Buffer | undefined> {
  for await (const parts of linesInParts(file, maxBytes)) yield parts && Buffer.concat(parts);
}

/** The same for lines of many megabytes, in the parts in which they were read. */
export async function* linesInParts(file: string, maxBytes: number): AsyncGenerator<Buffer[] | undefined> {
  let pieces: Buffer[] = [];
  let length = 0;
  const take = () => {
    const line = length > maxBytes ? undefined : pieces;
    [pieces, length] = [[], 0];
    return line;
  };
  const add = (piece: Buffer) => {
    length += piece.length;
    if (length <= maxBytes) pieces.push(piece);
    else pieces = [];
  };
  let end: number | undefined;
  for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>) {
    end ??= endOfLines(chunk);
    let from = 0;
    for (let at = chunk.indexOf(end); at !== -1; at = chunk.indexOf(end, from)) {
      add(chunk.subarray(from, at));
      yield take();
      from = at + 1;
    }
    add(chunk.subarray(from));
  }
  if (length > 0) yield take();
}

/** Classic Mac OS files have only carriage returns. */
const endOfLines = (head: Buffer): number =>
  head.includes(carriageReturn) && !head.includes(lineFeed) ? carriageReturn : lineFeed;
