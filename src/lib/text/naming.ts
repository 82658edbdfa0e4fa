/**
 * Names the file in errors of the operating system that this work throws: errors of open files have no path, and those of
 * drafts another one.
 */
export const naming = <Value>(file: string, work: Promise<Value>): Promise<Value> =>
  work.catch((error: unknown) => {
    throw error instanceof Error && "syscall" in error ? Object.assign(error, { path: file }) : error;
  });
