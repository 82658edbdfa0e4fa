#!/usr/bin/env node
import { failureOf } from "./failure.ts";
import { buildProgram } from "./program.ts";

// A reader that has seen enough (`| head`) is no failure.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code !== "EPIPE") throw error;
});

try {
  await buildProgram().parseAsync(process.argv);
} catch (error) {
  const { exitCode, code, message, told } = failureOf(error);
  const json = process.argv.includes("--json");
  if (!told) process.stderr.write(json ? `${JSON.stringify({ error: { code, message } })}\n` : `lectern: ${message}\n`);
  process.exitCode = exitCode;
}
