#!/usr/bin/env node
import "#server/compile-cache.ts";

process.stdout.on("error", ({ code, message }: NodeJS.ErrnoException) => {
  // A closed pipe (`| head`) is not a failure.
  if (code === "EPIPE") return;
  const text = `The output cannot be written (${code ?? message}). The command may have taken effect.`;
  const document = { error: { code: "storage_unavailable", message: text } };
  process.stderr.write(process.argv.includes("--json") ? `${JSON.stringify(document)}\n` : `lectern: ${text}\n`);
  process.exit(1);
});

const { runCommand } = await import("./terminal/run-command.ts");
process.exitCode = await runCommand(process.argv.slice(2));
