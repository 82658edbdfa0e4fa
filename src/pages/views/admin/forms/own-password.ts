import { html, raw } from "hono/html";
import { hidden } from "../../parts/fields.ts";
import type { Markup } from "../../parts/markup.ts";
import type { AdminPage } from "../layout.ts";
import { secretField } from "./form-fields.ts";

interface OwnPassword {
  /** Only for the second of two forms on a page. */
  id?: string;
  label: string;
  hint: string;
  problem: string | undefined;
}

/**
 * The field for the person's own password, before a sensitive change. People without a password have none to enter: their
 * sign-in counts if it is recent. Posts `current`.
 */
export const ownPassword = (page: AdminPage, field: OwnPassword): Markup =>
  page.member.isWithoutPassword
    ? raw("")
    : html`${hidden("username", page.member.email)}
      ${secretField({ ...field, name: "current", required: true, autocomplete: "current-password" })}`;
