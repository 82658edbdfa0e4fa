import { existsSync } from "node:fs";

const shell = "/bin/sh";

/*
 * Forwards signals to the program and reaps every process that becomes its child: `wait` collects all of them. It ends
 * with the status of the program. A signal interrupts `wait` while the program still runs.
 */
const init = `
trap 'kill -TERM "$program" 2>/dev/null' TERM
trap 'kill -INT "$program" 2>/dev/null' INT
trap 'kill -HUP "$program" 2>/dev/null' HUP
"$@" <&0 & program=$!
while :; do
  wait "$program"; status=$?
  kill -0 "$program" 2>/dev/null || exit "$status"
done
`;

/**
 * As the first process of a container, replaces this process by a small init that runs it as its child. The first
 * process inherits the orphans of all others, and Node.js waits for its own children only: the sessions of a killed
 * PostgreSQL would remain as zombies.
 */
export function startInit(env: NodeJS.ProcessEnv): void {
  if (process.pid !== 1 || process.execve === undefined || !existsSync(shell)) return;
  const command = [process.execPath, ...process.execArgv, ...process.argv.slice(1)];
  process.execve(shell, [shell, "-c", init, "lectern", ...command], env);
}
