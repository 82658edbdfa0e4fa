import { writeFileSync } from "node:fs";
import path from "node:path";
import { noticeOf } from "./licenses/notice.ts";
import { productionPackages } from "./licenses/packages.ts";

/* Writes NOTICE from the installed packages. Run it after a change of dependencies: `npm run build:notice`. */

const root = path.join(import.meta.dirname, "..");
writeFileSync(path.join(root, "NOTICE"), noticeOf(productionPackages(root)));
