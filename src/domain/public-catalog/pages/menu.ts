import { table } from "#database/table/table.ts";
import { type NavigationEntry, type TargetKind, uuidOfTarget } from "#domain/site/appearance/navigation.ts";
import type { Context } from "#domain/platform/context.ts";
import { parseId } from "#domain/platform/ids.ts";
import { isListedProduct } from "../digital-products.ts";
import { isVisibleEvent } from "../events.ts";
import { isActivePlan } from "../membership-plans.ts";
import { isPublishedPage } from "./pages.ts";
import { isPublishedPost } from "../posts/posts.ts";
import { isVisible } from "#domain/catalog/courses/course-conditions.ts";

/** A menu entry for the current visitor, with its target as an address. */
export interface MenuEntry {
  label: string;
  /** Undefined if the entry only groups other entries. */
  href?: string | undefined;
  children: MenuEntry[];
}

type Level = Omit<NavigationEntry, "children"> & { children?: Level[] };

/** Returns the menu entries visible to the caller, without links to resources that are no longer public. */
export async function menuOf(context: Context, navigation: readonly NavigationEntry[]): Promise<MenuEntry[]> {
  const addresses = await addressesOf(context, refsOf(navigation));
  const isSignedIn = context.caller.kind === "session";
  const visible = (entries: readonly Level[]): MenuEntry[] =>
    entries
      .filter(({ visibleTo }) => visibleTo === "everyone" || (visibleTo === "signed_in") === isSignedIn)
      .map(({ label, href, ref, children = [] }) => ({
        label,
        href: ref === undefined ? href : addresses.get(ref),
        children: visible(children),
      }))
      .filter(({ href, children }) => href !== undefined || children.length > 0);
  return visible(navigation);
}

const refsOf = (entries: readonly Level[]): string[] =>
  entries.flatMap(({ ref, children = [] }) => [...(ref === undefined ? [] : [ref]), ...refsOf(children)]);

async function addressesOf({ db, site, now }: Context, refs: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (refs.length === 0) return new Map();
  const idsOf = (kind: TargetKind) => refs.flatMap((ref) => parseId(kind, ref) ?? []);
  const targets = await db.many<{ id: string; address: string }>`
    select courses.id, '/courses/' || courses.slug as address from ${table("courses").withIds(site.id, idsOf("course"))}
     where ${isVisible}
    union all
    select pages.id, pages.path from ${table("pages").withIds(site.id, idsOf("page"))}
     where ${isPublishedPage}
    union all
    select posts.id, '/posts/' || posts.slug from ${table("posts").withIds(site.id, idsOf("post"))}
     where ${isPublishedPost(now)}
    union all
    select events.id, '/events/' || events.slug from ${table("events").withIds(site.id, idsOf("event"))}
     where ${isVisibleEvent}
    union all
    select digital_products.id, '/digital-products/' || digital_products.slug
      from ${table("digital_products").withIds(site.id, idsOf("digitalProduct"))}
     where ${isListedProduct}
    union all
    select membership_plans.id, '/membership-plans/' || membership_plans.slug
      from ${table("membership_plans").withIds(site.id, idsOf("membershipPlan"))}
     where ${isActivePlan}`;
  const byId = new Map(targets.map(({ id, address }) => [id, address]));
  const addressOf = (ref: string) => byId.get(uuidOfTarget(ref) ?? "");
  return new Map(
    refs.flatMap((ref) => {
      const address = addressOf(ref);
      return address === undefined ? [] : [[ref, address] as const];
    }),
  );
}
