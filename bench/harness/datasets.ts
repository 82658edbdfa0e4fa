import path from "node:path";

/** Returns the folder of a public data set, in `DATASETS` or in `../shared/data`. */
export const datasetFolder = (name: string): string => path.resolve(process.env["DATASETS"] ?? "../shared/data", name);
