#!/usr/bin/env node
/*
 * The command of the published package, in JavaScript that old releases of Node.js can read. It runs Lectern in this
 * process, or with the packaged Node.js if this one is too old.
 */
import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import { constants } from "node:os";

const oldestSupported = 24;
const platform = `${process.platform}-${process.arch}`;

if (Number.parseInt(process.versions.node, 10) >= oldestSupported) await import("../build/cli-main.mjs");
else runWith(packagedNode());

function packagedNode() {
  const name = `@lectern/runtime-${platform}`;
  try {
    return createRequire(import.meta.url).resolve(`${name}/bin/node`);
  } catch {
    const wrong = `Lectern needs Node.js ${oldestSupported} or later, and this is ${process.version}.`;
    return fail(
      `${wrong} The package ${name}, which has a newer one, is not installed: install optional packages too.`,
    );
  }
}

function fail(message) {
  process.stderr.write(`lectern: ${message}\n`);
  process.exit(1);
}

function runWith(node) {
  const child = spawn(node, process.argv.slice(1), { stdio: "inherit" });
  const hasTerminal = process.stdin.isTTY || process.stdout.isTTY || process.stderr.isTTY;
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
    process.on(signal, () => {
      // A terminal sends SIGINT to both processes, and the second one would end the server immediately.
      if (signal !== "SIGINT" || !hasTerminal) child.kill(signal);
    });
  }
  child.on("error", ({ message }) => fail(`${node} cannot be started: ${message}`));
  child.on("exit", (status, signal) => process.exit(status ?? 128 + constants.signals[signal]));
  endWithNpx();
}

/** Ends this process when npx has ended, which does not forward SIGTERM. The child ends when it loses its parent. */
function endWithNpx() {
  if (process.env.npm_command !== "exec") return;
  const { ppid } = process;
  setInterval(() => {
    if (process.ppid !== ppid) process.exit(1);
  }, 250).unref();
}
