import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";
import { UsageError } from "./errors.ts";
import { readStdin } from "./read-stdin.ts";

/** Reads the first line of stdin; prompts without echo on a terminal. Secrets are never read from arguments. */
export async function readPassword(prompt: string): Promise<string> {
  const typed = process.stdin.isTTY ? await ask(prompt) : (await readStdin()).split(/\r?\n/)[0];
  if (typed) return typed;
  throw new UsageError("--password-stdin: expected a password on the first line of stdin.");
}

async function ask(prompt: string): Promise<string> {
  const unseen = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output: unseen, terminal: true });
  process.stderr.write(`${prompt}: `);
  try {
    return await lines.question("");
  } finally {
    process.stderr.write("\n");
    lines.close();
  }
}
