/** Folder of the build with the browser modules, and its file with their version. */
export const islandsFolder = "islands";
export const islandsVersionFile = "version";

/** The name of the file with the modules that several entry points import. */
export const sharedName = "shared";
