#!/usr/bin/env node
import "#server/compile-cache.ts";
import { exitOnUnwritableOutput } from "./terminal/closed-output.ts";

exitOnUnwritableOutput();
const [{ runCommand }, { buildProgram }, { failureOf }] = await Promise.all([
  import("./terminal/run-command.ts"),
  import("./program.ts"),
  import("./terminal/failure.ts"),
]);
process.exitCode = await runCommand(process.argv.slice(2), { buildProgram, failureOf });
