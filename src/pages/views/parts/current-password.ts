import { raw } from "hono/html";
import { textFor } from "../../text/catalogue.ts";
import { checkedField, type FormProblem } from "./form-problems.ts";
import type { Markup } from "./markup.ts";
import type { PageContext, Person } from "./page-context.ts";

/**
 * The field for the current password, before a sensitive change. People without a password have none to enter: their
 * sign-in counts if it is recent. Otherwise they sign in again.
 */
export const currentPassword = (
  page: PageContext & { member: Person },
  problems: readonly FormProblem[],
  { focused = false }: { focused?: boolean } = {},
): Markup =>
  page.member.isWithoutPassword
    ? raw("")
    : checkedField(problems, {
        name: "current",
        label: textFor(page.locale).signUp.field.currentPassword,
        type: "password",
        autocomplete: "current-password",
        focused,
      });
