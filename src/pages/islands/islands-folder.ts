/** Folder of the build with the browser modules, and its file with their version. */
export const islandsFolder = "islands";
export const islandsVersionFile = "version";
