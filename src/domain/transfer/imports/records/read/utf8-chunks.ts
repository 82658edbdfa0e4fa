import { createReadStream } from "node:fs";
import { TextDecoder } from "node:util";

/** Reads a file as UTF-8. Spreadsheet programs write “Unicode text” in UTF-16 with a byte order mark. */
export async function* utf8Chunks(file: string): AsyncGenerator<Buffer> {
  let decoder: TextDecoder | undefined;
  let isFirst = true;
  for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>) {
    if (isFirst) decoder = decoderFor(chunk);
    isFirst = false;
    yield decoder ? Buffer.from(decoder.decode(chunk, { stream: true })) : chunk;
  }
  if (decoder) yield Buffer.from(decoder.decode());
}

function decoderFor([first, second]: Buffer): TextDecoder | undefined {
  if (first === 0xff && second === 0xfe) return new TextDecoder("utf-16le");
  return first === 0xfe && second === 0xff ? new TextDecoder("utf-16be") : undefined;
}
