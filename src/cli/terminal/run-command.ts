import type { Command } from "commander";
import { errorDocument } from "#lib/json/error-document.ts";
import { helpFor, namedCommands } from "./assemble-program.ts";
import type { Failure } from "./command-line-failure.ts";
import { printable } from "./output.ts";

interface CommandLine {
  buildProgram: (args: readonly string[], print?: (text: string) => void) => Promise<Command>;
  failureOf: (error: unknown) => Failure;
}

/** Runs the named command, prints errors to stderr and returns the exit code. */
export async function runCommand(args: readonly string[], { buildProgram, failureOf }: CommandLine): Promise<number> {
  const json = args.includes("--json");
  let printed = "";
  const program = await buildProgram(args, json ? (text) => (printed += text) : undefined);
  try {
    await program.parseAsync(args, { from: "user" });
    return 0;
  } catch (error) {
    const failure = failureOf(error);
    if (json) reportJson(failure, printed, namedCommands(program, args).at(-1)?.commands ?? []);
    else if (!failure.reported) reportText(failure, helpFor(program, args));
    return failure.exitCode;
  }
}

function reportJson(
  { exitCode, code, message, reported, parts }: Failure,
  printed: string,
  commands: readonly Named[],
): void {
  if (exitCode === 0) process.stdout.write(`${JSON.stringify({ [code]: printed.trimEnd() })}\n`);
  // A missing command prints the help in text mode.
  else if (printed !== "") reportError("usage", `Specify a command: ${commands.map((one) => one.name()).join(", ")}.`);
  else if (!reported) reportError(code, message, parts);
}

interface Named {
  name(): string;
}

const reportError = (code: string, message: string, parts?: object) =>
  process.stderr.write(`${errorDocument(code, message, parts)}\n`);

function reportText({ code, message }: Failure, help: string): void {
  process.stderr.write(`lectern: ${printable(message)}${code === "usage" ? `\nSee: ${help}` : ""}\n`);
}
