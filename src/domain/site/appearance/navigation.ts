import * as z from "zod";
import { exampleId, parseId } from "#domain/platform/ids.ts";
import { LinkTarget } from "#domain/platform/fields.ts";
import { trimmed } from "#lib/wire/trimmed.ts";

/** Resources with a public page that an entry can lead to. */
export const targetKinds = ["course", "page", "post", "event", "digitalProduct", "membershipPlan"] as const;
export type TargetKind = (typeof targetKinds)[number];

/** Parses the ID of a target into its UUID. */
export function uuidOfTarget(ref: string): string | undefined {
  for (const kind of targetKinds) {
    const id = parseId(kind, ref);
    if (id !== undefined) return id;
  }
  return undefined;
}

const entry = {
  label: trimmed().min(1, "Expected a label.").max(80),
  href: LinkTarget.optional().meta({ description: "A path of the site or a URL. Alternatively, send `ref`." }),
  ref: z
    .string()
    .regex(
      /^(crs|pag|pst|evn|dpr|mpl)_[0-9a-hjkmnp-tv-z]{26}$/,
      "Expected the ID of a course, page, post, event, digital product or membership plan.",
    )
    .optional()
    .meta({
      description: "ID of a course, page, post, event, digital product or membership plan",
      examples: targetKinds.map(exampleId),
    }),
  visibleTo: z.enum(["everyone", "signed_in", "signed_out"]).default("everyone"),
};

const maxInALevel = 30;
const children = <Child extends z.ZodType>(child: Child) => z.array(child).max(maxInALevel).default([]);

const Leaf = z.object(entry).meta({ id: "NavigationLeaf" });
const Branch = z.object({ ...entry, children: children(Leaf) }).meta({ id: "NavigationBranch" });

/** An entry of the site's menu, with at most two nested levels. An entry without a target is only a heading. */
export const NavigationEntry = z.object({ ...entry, children: children(Branch) }).meta({ id: "NavigationEntry" });
export type NavigationEntry = z.output<typeof NavigationEntry>;

export const Navigation = z.array(NavigationEntry).max(maxInALevel);

export interface EntryPosition {
  pointer: string;
  href?: string | undefined;
  ref?: string | undefined;
  hasChildren: boolean;
}

/** Flattens the menu, with the JSON pointer of each entry. */
export const everyEntry = (entries: readonly Level[], at = "/navigation"): EntryPosition[] =>
  entries.flatMap(({ href, ref, children: below = [] }, index) => [
    { pointer: `${at}/${index}`, href, ref, hasChildren: below.length > 0 },
    ...everyEntry(below, `${at}/${index}/children`),
  ]);

interface Level {
  href?: string | undefined;
  ref?: string | undefined;
  children?: readonly Level[];
}
