import { forbidCaching, withPages } from "./conventions.ts";
import { files } from "./file.ts";
import { jobResult } from "../account/job-result.ts";

/** Files, downloads of products, and results of jobs. */
export const fileSurface = (csrfKey: Buffer) =>
  withPages(csrfKey, (app) => {
    forbidCaching(app);
    files(app);
    jobResult(app);
  });
