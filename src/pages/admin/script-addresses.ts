import { uploadPaths } from "./uploads/addresses.ts";

export const markdownPath = "/admin/markdown";

/** Addresses that only scripts of pages request. Their operations check the rights of the caller. */
const scriptPaths: readonly string[] = [...Object.values(uploadPaths), markdownPath];

export const isScriptPath = (path: string): boolean => scriptPaths.includes(path);
