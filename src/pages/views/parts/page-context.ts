import type { PageShell } from "#domain/public-catalog/pages/page-shell.ts";
import type { FixedTheme } from "../styles/theme.ts";
import type { Dated } from "./dates.ts";

export type Person = {
  name: string | null;
  email: string;
  /** True for a buyer who has not proven their address: they have no account yet. */
  isGuest?: boolean;
  /** True for people who sign in without a password. */
  isWithoutPassword?: boolean;
  /** Number of unread notifications, see `Session`. */
  unread?: number;
  /** True for people with another role than student. */
  isStaff?: boolean;
};

/** Context of every page. With `csrf`, signed-in members get a sign-out form. */
export type PageContext = Dated & {
  /** Menu and look of the school, on pages of its members, with the path of the page. */
  shell?: PageShell;
  path?: string;
  site: { name: string; origin: string };
  member?: Person | null;
  csrf?: string;
  /** The theme that the member or visitor has chosen. Undefined: that of the device. */
  theme?: FixedTheme | undefined;
  /** Address of the page, to show it again in another language. Undefined for the answer to a form. */
  here?: string | undefined;
  /** Time zone that the member has stored, IANA name. */
  ownZone?: string;
  /** The member as whom staff see the school, until this time. */
  viewing?: { name: string; until: Date };
};
