import { isUtf8 } from "node:buffer";
import { buffer } from "node:stream/consumers";
import { UsageError } from "./errors.ts";

/** Reads standard input to its end. Replaced bytes (U+FFFD) would change the text that was typed. */
export async function readStdin(): Promise<string> {
  const bytes = await buffer(process.stdin);
  if (isUtf8(bytes)) return bytes.toString();
  throw new UsageError("Standard input is not valid UTF-8. Encode its text as UTF-8.");
}
