/** One line on a terminal that is written over by the next one; nothing where the output goes elsewhere. */
export function progress(line = ""): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\u001b[K${line}`);
}
