import type { CreateEntry, NavigationGroup } from "../../admin/navigation.ts";
import type { PageContext, Person } from "../parts/page-context.ts";

/** Context of admin pages, with the navigation and the section that the page belongs to. */
export type AdminPage = PageContext & {
  member: Person;
  csrf: string;
  /** The address of the section. */
  section: string;
  navigation: readonly NavigationGroup[];
  /** Forms for new resources that the person may open. */
  creates: readonly CreateEntry[];
  /** Identifies person and site, for what their browser keeps. */
  keeper: string;
  /** The cookie that lists saved drafts. Pages without it have no islands. */
  savedCookie?: string;
  /** True if the person has hidden the navigation. */
  isFolded: boolean;
  /** The text of the search field. */
  searched?: string;
};
