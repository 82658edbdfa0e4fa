import type { JsonSchema } from "#lib/wire/json-schema.ts";

/** Descriptions of query parameters without their own description, by name. */
const descriptions: Readonly<Record<string, string>> = {
  limit: "Maximum number of rows per page.",
  cursor: "The `next_cursor` of the previous page. Keep all other parameters unchanged.",
  ids: "Returns only the resources with these IDs.",
  include_total: "Returns the total number of matching rows in `page.total`.",
  include_deleted: "Returns resources deleted in the last 90 days in `deleted`.",
  q: "Full-text search. Matches the beginnings of words.",
  tag: "Matches any of these tags.",
  email:
    "Matches the person with this email address. Guests have bought without proving theirs: search members with `q`, then filter by `member_id`.",
  include: "Content to include with each lecture.",
  cascade: "Also deletes the lectures of the section.",
  force: "Also deletes the values that members have in the field.",
  metric: "The metric. `/api/v1/analytics/metrics` lists all of them.",
  interval: "Length of each interval.",
  group_by: "The dimension to group by.",
};

/** Describes a parameter by its name or its type. */
export function descriptionOf(name: string, { type, properties }: JsonSchema): string {
  const known = descriptions[name];
  if (known !== undefined) return known;
  if (type === "array") return "Matches any of these values.";
  if (type === "boolean") return "Matches this value.";
  if (!properties) return "Matches this value.";
  const empty = "is" in properties ? ", null or not null (`is`)" : "";
  const isOfTimes = properties["gte"]?.["format"] === "date-time";
  const days = isOfTimes ? " A date means that day in the time zone of the school." : "";
  return `Range filter: at least (\`gte\`), greater than (\`gt\`), at most (\`lte\`), less than (\`lt\`)${empty}.${days}`;
}
