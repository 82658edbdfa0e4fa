import * as z from "zod";
import { toWire } from "#lib/wire/names.ts";
import type { ExportName } from "./export-names.ts";
import { lists } from "./lists.ts";

/** What says how a list is answered, not what is in it. */
const ofPages: ReadonlySet<string> = new Set(["limit", "cursor", "sort", "includeTotal", "includeDeleted", "expand"]);

/** Those parameters of a list that narrow it. */
export const filterOf = (name: ExportName): z.ZodObject =>
  z.object(Object.fromEntries(Object.entries(lists[name].list.input.shape).filter(([field]) => !ofPages.has(field))));

/** The same, as they are sent. */
export const filterNames = (name: ExportName): string[] => Object.keys(filterOf(name).shape).map(toWire);
