/** Names the file in an error of the operating system: errors of open files have no path, and drafts another one. */
export function nameFile(error: unknown, file: string): unknown {
  return error instanceof Error && "syscall" in error ? Object.assign(error, { path: file }) : error;
}
