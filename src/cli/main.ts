#!/usr/bin/env node
import "../compile-cache.ts";

// A closed pipe (`| head`) is not a failure.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code !== "EPIPE") throw error;
});

const { runCommand } = await import("./run-command.ts");
process.exitCode = await runCommand(process.argv.slice(2));
