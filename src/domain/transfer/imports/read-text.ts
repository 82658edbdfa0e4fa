import { readFileSync, statSync } from "node:fs";
import { open } from "node:fs/promises";
import { pause } from "#lib/event-loop/pause.ts";
import { wrongInput } from "./wrong-input.ts";

/** Reads a text file, keeping its newlines. Throws a validation error if it is missing, too large or not text. */
export function readText(file: string): string {
  requireSize(file, maxByHand);
  try {
    return newDecoder().decode(readFileSync(file));
  } catch (error) {
    throw notText(file, error);
  }
}

/** The same for large files, in parts: lets the event loop turn. */
export async function readLargeText(file: string, largest: number): Promise<string[]> {
  requireSize(file, largest);
  try {
    await using handle = await open(file);
    const decoder = newDecoder();
    // Small parts, because allocating megabytes in one piece blocks longer than decoding them.
    const slice = Buffer.allocUnsafe(bytesPerRead);
    const parts: string[] = [];
    for (;;) {
      const { bytesRead } = await handle.read(slice, 0, bytesPerRead);
      if (bytesRead === 0) return [...parts, decoder.decode()];
      parts.push(decoder.decode(slice.subarray(0, bytesRead), { stream: true }));
      const turn = pause();
      if (turn) await turn;
    }
  } catch (error) {
    throw notText(file, error);
  }
}

const bytesPerRead = 64 * 1024;

const newDecoder = () => new TextDecoder("utf-8", { fatal: true });

function requireSize(file: string, largest: number): void {
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  if (size > largest) throw wrongInput(file, undefined, `expected at most ${largest} bytes`);
}

const notText = (file: string, error: unknown) =>
  wrongInput(file, undefined, `expected a text file in UTF-8 (${error instanceof Error ? error.message : ""})`);

/** More than a person writes, and small enough not to block the server. */
const maxByHand = 2_000_000;
