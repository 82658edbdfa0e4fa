import type { Tool } from "../definition/tool.ts";

/**
 * Groups of tools that clients can select, in the order of `tools/list`. The names are part of addresses. A toolset is
 * loaded when one of its tools is called first (docs/decisions/0047).
 */
export const toolsets = {
  catalog: async () => (await import("../tools/catalog.ts")).catalogTools,
  member: async () => (await import("../tools/member.ts")).memberTools,
  courses: async () => (await import("../tools/courses.ts")).courseTools,
  curriculum: async () => (await import("../tools/curriculum.ts")).curriculumTools,
  people: async () => (await import("../tools/people.ts")).peopleTools,
  learning: async () => (await import("../tools/learning.ts")).learningTools,
  analytics: async () => (await import("../tools/analytics.ts")).analyticsTools,
  events: async () => (await import("../tools/events.ts")).eventTools,
  sales: async () => (await import("../tools/sales.ts")).salesTools,
  content: async () => (await import("../tools/writings.ts")).writingTools,
  school: async () => [
    ...(await import("../tools/school.ts")).schoolTools,
    ...(await import("../tools/jobs.ts")).jobTools,
  ],
  webhooks: async () => (await import("../tools/webhooks.ts")).webhookTools,
} satisfies Record<string, () => Promise<readonly Tool[]>>;

export type Toolset = keyof typeof toolsets;
