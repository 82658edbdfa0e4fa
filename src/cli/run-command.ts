import { errorDocument } from "#lib/error-document.ts";
import { type Failure, failureOf } from "./failure.ts";
import { buildProgram, helpFor, namedCommands } from "./program.ts";

/** Runs the named command, prints errors to stderr and returns the exit code. */
export async function runCommand(words: readonly string[]): Promise<number> {
  const json = words.includes("--json");
  let printed = "";
  const program = await buildProgram(words, json ? (text) => (printed += text) : undefined);
  try {
    await program.parseAsync(words, { from: "user" });
    return 0;
  } catch (error) {
    const failure = failureOf(error);
    if (json) tellPrograms(failure, printed, namedCommands(program, words).at(-1)?.commands ?? []);
    else if (!failure.reported) tellPeople(failure, helpFor(program, words));
    return failure.exitCode;
  }
}

function tellPrograms(
  { exitCode, code, message, reported }: Failure,
  printed: string,
  commands: readonly Named[],
): void {
  if (exitCode === 0) process.stdout.write(`${JSON.stringify({ [code]: printed.trimEnd() })}\n`);
  // A missing command prints the help in text mode.
  else if (printed !== "") tellError("usage", `Specify a command: ${commands.map((one) => one.name()).join(", ")}.`);
  else if (!reported) tellError(code, message);
}

interface Named {
  name(): string;
}

const tellError = (code: string, message: string) => process.stderr.write(`${errorDocument(code, message)}\n`);

function tellPeople({ code, message }: Failure, help: string): void {
  process.stderr.write(`lectern: ${message}${code === "usage" ? `\nSee: ${help}` : ""}\n`);
}
