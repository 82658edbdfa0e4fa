import path from "node:path";

export const schoolFolder = (name: string): string => path.join(import.meta.dirname, "../schools", name);
