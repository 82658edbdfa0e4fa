/** Overwrites a status line in a terminal. Prints nothing if the output is not a terminal. */
export function progress(line = ""): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\u001b[K${line}`);
}
