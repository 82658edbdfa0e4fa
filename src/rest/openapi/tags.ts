/** The first word of a path is what its operations are about. */
export const tagOf = (path: string): string => path.split("/")[1]!;
