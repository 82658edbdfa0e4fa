import * as z from "zod";
import { sql } from "#database/statements/sql.ts";
import type { SiteScope } from "#domain/platform/context.ts";
import { formatId, Id, newId } from "#domain/platform/ids.ts";
import { Instant } from "#domain/platform/time/instant.ts";
import { range } from "#domain/platform/listing/filters.ts";
import { listing, mapPage, pageSchemaOf } from "#domain/platform/listing/listing.ts";
import { mustExist } from "#domain/platform/must-exist.ts";
import { operation } from "#domain/platform/operation.ts";
import { notFound, Problem, validationFailed } from "#domain/platform/problem.ts";
import { requireVersion } from "#domain/platform/version.ts";
import { withAdvisoryLock } from "#domain/platform/locks/with-advisory-lock.ts";
import { toWire } from "#lib/wire/names.ts";
import { followRedirects } from "./follow-redirects.ts";
import { decodedPath, maxHops } from "#domain/platform/addresses/decoded-path.ts";
import {
  columns,
  deleteRedirect as removeRedirect,
  findRedirect,
  insertRedirect,
  lockRedirect,
  type Hop,
} from "#domain/platform/addresses/redirect-queries.ts";
import { NewRedirect, Redirect, type RedirectRow } from "./redirect.ts";

const redirects = listing<RedirectRow>({
  kind: "redirect",
  table: sql`redirects`,
  columns,
  defaultSort: "-createdAt",
  sorts: { createdAt: "timestamptz", updatedAt: "timestamptz" },
  filters: { updatedAt: range(Instant, sql`redirects.updated_at`) },
});

const serialize = ({ resourceKind: kind, resourceId, ...redirect }: RedirectRow) => ({
  object: "redirect" as const,
  ...redirect,
  resource: kind && resourceId ? { type: toWire(kind), id: formatId(kind, resourceId) } : null,
});

export const listRedirects = operation({
  name: "listRedirects",
  summary: "List redirects",
  description: "Includes those that the server created when a slug or path changed.",
  reads: "pages:read",
  input: redirects.input,
  output: pageSchemaOf(Redirect),
  run: async (context, input) => mapPage(await redirects.page(context, input), serialize),
});

export const createRedirect = operation({
  name: "createRedirect",
  summary: "Create a redirect",
  writes: "pages:write",
  input: NewRedirect,
  output: Redirect,
  async run(context, { status = 301, ...fields }) {
    const from = decodedPath(fields.from);
    // The second of two redirects that lead to each other must see the first.
    await withAdvisoryLock(context, "redirects");
    await requireEnd(context, { from, to: fields.to, status });
    const id = newId();
    if (!(await insertRedirect(context, { ...fields, from, status, id }, context.now))) {
      throw new Problem("already_exists", `There is a redirect from ${from}, or one with this external_id.`);
    }
    return serialize(await mustExist(findRedirect(context, id)));
  },
});

/** Throws if the redirect would be part of a loop, or of a chain that is too long. */
async function requireEnd(context: SiteScope, planned: Hop): Promise<void> {
  const { hops, isLoop, isLong } = await followRedirects(context, planned, maxHops);
  const path = hops.map(({ from }) => from).join(" → ");
  if (isLoop) throw validationFailed("/to", "circular", `The redirect would lead in a circle: ${path}.`);
  if (isLong) {
    throw validationFailed(
      "/to",
      "too_many_hops",
      `More than ${maxHops} redirects would follow one another: ${path}. Redirect to the last address directly.`,
    );
  }
}

export const deleteRedirect = operation({
  name: "deleteRedirect",
  summary: "Delete a redirect",
  writes: "pages:write",
  input: z.object({ id: Id("redirect") }),
  output: z.object({ id: Id("redirect") }),
  async run(context, { id }) {
    const existing = await lockRedirect(context, id);
    if (!existing) throw notFound("redirect", formatId("redirect", id));
    requireVersion(context, existing);
    await removeRedirect(context, id, context.now);
    return { id };
  },
});
