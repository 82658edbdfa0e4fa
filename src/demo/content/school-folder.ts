import path from "node:path";

/** The folder of a demo school. */
export const schoolFolder = (name: string): string => path.join(import.meta.dirname, "../schools", name);
