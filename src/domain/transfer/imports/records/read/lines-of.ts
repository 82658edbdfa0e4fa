import { createReadStream } from "node:fs";
import { TextDecoder } from "node:util";
import { maxRowBytes } from "./source-row.ts";

const [lineFeed, carriageReturn] = [10, 13];

/**
 * Yields the lines of a file in UTF-8, without line ends; undefined for a line that is too long. `encoding`: that of a
 * file that is not UTF-8.
 */
export async function* linesOf(
  file: string,
  maxBytes = maxRowBytes,
  encoding = "utf-8",
): AsyncGenerator<Buffer | undefined> {
  for await (const parts of linesInParts(file, maxBytes, utf8Chunks(file, encoding)))
    yield parts && Buffer.concat(parts);
}

/** The same for lines of many megabytes, in the parts in which they were read. */
export async function* linesInParts(
  file: string,
  maxBytes: number,
  chunks: AsyncIterable<Buffer> = createReadStream(file),
): AsyncGenerator<Buffer[] | undefined> {
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
  for await (const chunk of chunks) {
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

/** Reads a file as UTF-8. Spreadsheet programs write “Unicode text” in UTF-16 with a byte order mark. */
async function* utf8Chunks(file: string, encoding: string): AsyncGenerator<Buffer> {
  let decoder: TextDecoder | undefined;
  let isFirst = true;
  for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>) {
    if (isFirst) decoder = decoderFor(chunk) ?? (encoding === "utf-8" ? undefined : new TextDecoder(encoding));
    isFirst = false;
    yield decoder ? Buffer.from(decoder.decode(chunk, { stream: true })) : chunk;
  }
  if (decoder) yield Buffer.from(decoder.decode());
}

function decoderFor([first, second]: Buffer): TextDecoder | undefined {
  if (first === 0xff && second === 0xfe) return new TextDecoder("utf-16le");
  return first === 0xfe && second === 0xff ? new TextDecoder("utf-16be") : undefined;
}
