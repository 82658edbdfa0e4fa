import { defineResource } from "#domain/platform/resource.ts";

/** Metrics of the school. */
export const analytics = defineResource({
  tags: { analytics: "Metrics by period, course, product or currency." },
  scopes: { read: "analytics:read", write: null },
  tables: [
    {
      table: "api_calls",
      holds: "Requests per day",
      impersonal: "site_id day calls",
      erasure: { how: "keep", why: "No personal data." },
    },
    {
      table: "rollups",
      holds: "Sums",
      impersonal: "site_id counter dimension grain bucket key currency value",
      erasure: { how: "keep", why: "Totals identify no individual. Small ones are not shown." },
    },
    {
      table: "active_learners",
      holds: "Learners per day, as a bitmap of pseudonymous numbers",
      impersonal: "site_id dimension grain bucket key page bits",
      erasure: { how: "keep", why: "The number no longer identifies the person." },
    },
    {
      table: "rollup_clock",
      holds: "Time up to which statistics are computed",
      impersonal: "only_row computed_through",
      erasure: { how: "keep", why: "No personal data." },
    },
    {
      table: "rollup_backlogs",
      holds: "Pending statistics updates",
      impersonal: "site_id computed_through",
      erasure: { how: "keep", why: "No personal data." },
    },
    {
      table: "learner_numbers",
      holds: "Pseudonymous number for counting learning days",
      owner: { column: "member_id" },
      impersonal: "site_id number",
      merging: { how: "own" },
      erasure: { how: "pseudonymize", why: "The totals stay correct. The number no longer identifies the person." },
    },
  ],
});
