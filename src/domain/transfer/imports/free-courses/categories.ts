import type { Context } from "#domain/platform/context.ts";
import { findCategoryByExternalId, insertCategory, isSlugTaken } from "#domain/catalog/course-categories/queries.ts";
import { slugFrom } from "#domain/platform/slug.ts";
import { freeSlug } from "#domain/platform/free-slug.ts";
import { newId } from "#domain/platform/ids.ts";
import { cut } from "../cut.ts";
import type { ListedCourse } from "./listed-course.ts";

/** Finds or creates the category path of each place and returns the leaf categories. */
export async function categoriesOf(context: Context, headingPaths: ListedCourse["headingPaths"]): Promise<string[]> {
  const ids = new Set<string>();
  for (const headings of headingPaths) {
    let above: string | null = null;
    for (const [depth, heading] of headings.entries()) {
      const path = headings.slice(0, depth + 1).map(({ name, anchor }) => keyOf(anchor ?? name));
      const found = await category(context, `free-courses/${path.join("/")}`.slice(0, 128), heading, above);
      if (found === undefined) break;
      above = found;
    }
    if (above !== null) ids.add(above);
  }
  return [...ids];
}

const keyOf = (name: string): string => name.normalize("NFC").toLowerCase().replace(/\s+/g, "-");

/** Returns undefined if the site has deleted the category. */
async function category(
  context: Context,
  externalId: string,
  { name, anchor }: ListedCourse["headingPaths"][number][number],
  parentId: string | null,
): Promise<string | undefined> {
  const known = await findCategoryByExternalId(context, externalId);
  if (known) return known.deletedAt ? undefined : known.id;
  const preferred = anchor !== undefined && slugFrom(anchor) !== "" ? anchor : name;
  const slug = await freeSlug(context, preferred, "category", (taken) => isSlugTaken(context, taken));
  const id = newId();
  const row = { id, externalId, name: cut(name || "Courses", 200), slug, parentId };
  return (await insertCategory(context, row, context.now)) ? id : undefined;
}
