import { knowTools } from "./serialize-output.ts";
import type { Tool } from "./tool.ts";
import { analyticsTools } from "./tools/analytics.ts";
import { catalogTools } from "./tools/catalog.ts";
import { courseTools } from "./tools/courses.ts";
import { curriculumTools } from "./tools/curriculum.ts";
import { eventTools } from "./tools/events.ts";
import { learningTools } from "./tools/learning.ts";
import { memberTools } from "./tools/member.ts";
import { peopleTools } from "./tools/people.ts";
import { salesTools } from "./tools/sales.ts";
import { jobTools } from "./tools/jobs.ts";
import { schoolTools } from "./tools/school.ts";
import { webhookTools } from "./tools/webhooks.ts";
import { writingTools } from "./tools/writings.ts";

/** Groups of tools that clients can select. The names are part of addresses. */
export const toolsets = {
  catalog: catalogTools,
  member: memberTools,
  courses: courseTools,
  curriculum: curriculumTools,
  people: peopleTools,
  learning: learningTools,
  analytics: analyticsTools,
  events: eventTools,
  sales: salesTools,
  content: writingTools,
  school: [...schoolTools, ...jobTools],
  webhooks: webhookTools,
} satisfies Record<string, readonly Tool[]>;

export type Toolset = keyof typeof toolsets;

/** All tools, in the order of `tools/list`. */
export const tools: readonly Tool[] = Object.values(toolsets).flat();

knowTools(tools);
