/** Ends the process if its output cannot be written. A closed pipe (`| head`) is not a failure. */
export function exitOnUnwritableOutput(): void {
  process.stdout.on("error", ({ code, message }: NodeJS.ErrnoException) => {
    if (code === "EPIPE") return;
    const text = `The output cannot be written (${code ?? message}). The command may have taken effect.`;
    const document = { error: { code: "storage_unavailable", message: text } };
    process.stderr.write(process.argv.includes("--json") ? `${JSON.stringify(document)}\n` : `lectern: ${text}\n`);
    process.exit(1);
  });
}
