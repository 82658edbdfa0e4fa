import { type DemoSite, readSchool } from "./read-school.ts";

/** The build has their content in place of this module (`tools/build.ts`). */
export const demoSites: readonly DemoSite[] = await Promise.all(["fernhill", "shanhai"].map(readSchool));
