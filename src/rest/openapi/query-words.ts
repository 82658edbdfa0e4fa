import type { JsonSchema } from "#lib/wire/json-schema.ts";

/** What parameters of an address mean that say nothing themselves, by their names. */
const words: Readonly<Record<string, string>> = {
  limit: "How many things a page has at most.",
  cursor: "`next_cursor` of the page before. Everything else is to stay as it was asked then.",
  sort: "What comes first; with `-` the largest, the newest or the last of the alphabet. Of several, each decides between those that are equal by the one before.",
  ids: "These things alone.",
  include_total: "Counts in `page.total` all that there are.",
  include_deleted: "Tells in `deleted` what was deleted in the last 90 days.",
  q: "Words of its text, by their beginnings.",
  tag: "With any of these tags.",
  email: "Of whoever has this address.",
  include: "What is to come with each lecture.",
  cascade: "Deletes what is in it, too.",
  force: "Deletes the values that people have of it, too.",
  metric: "What is measured: `/api/v1/analytics/metrics` lists it all.",
  interval: "How much time each point stands for.",
  group_by: "What the numbers are divided by.",
};

/** What a parameter means, by its name or by how it is given. */
export function meaningOf(name: string, { type, properties }: JsonSchema): string {
  const known = words[name];
  if (known !== undefined) return known;
  if (type === "array") return "Any of these.";
  if (type === "boolean") return "Those alone of which this is so, or is not so.";
  if (!properties) return "Those alone that have this value.";
  const empty = "is" in properties ? ", or whether there is anything (`is`)" : "";
  return `Between these: from (\`gte\`), after (\`gt\`), up to (\`lte\`), before (\`lt\`)${empty}.`;
}
