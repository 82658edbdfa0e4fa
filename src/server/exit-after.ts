/** Ends this process after the given time, whatever is still running. */
export function exitAfter(milliseconds?: number): void {
  setTimeout(() => {
    process.stderr.write("Some work did not end in time (LECTERN_SHUTDOWN_SECONDS). Committed changes are kept.\n");
    process.exit(1);
  }, milliseconds);
}
