import type { DemoSite } from "./content.ts";
import { fernhill } from "./fernhill.ts";
import { shanhai } from "./shanhai.ts";

export const demoSites: readonly DemoSite[] = [fernhill, shanhai];
