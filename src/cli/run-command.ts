import { failureOf } from "./failure.ts";
import { buildProgram, helpFor } from "./program.ts";

/** Runs the command that the words name, tells what went wrong on stderr, and answers the exit code. */
export async function runCommand(words: readonly string[]): Promise<number> {
  const program = await buildProgram(words);
  try {
    await program.parseAsync(words, { from: "user" });
    return 0;
  } catch (error) {
    const { exitCode, code, message, told } = failureOf(error);
    const hint = code === "usage" ? `\nSee: ${helpFor(program, words)}` : "";
    const document = JSON.stringify({ error: { code, message } });
    if (!told) process.stderr.write(words.includes("--json") ? `${document}\n` : `lectern: ${message}${hint}\n`);
    return exitCode;
  }
}
