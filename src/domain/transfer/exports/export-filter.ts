import * as z from "zod";
import { toWire } from "#lib/wire/names.ts";
import type { ExportName } from "./export-names.ts";
import { lists } from "./lists.ts";

/** Parameters that shape the response without filtering the list. */
const ofPages: ReadonlySet<string> = new Set(["limit", "cursor", "sort", "includeTotal", "includeDeleted", "expand"]);

/** Schema of the parameters that filter a list. */
export const filterOf = (name: ExportName): z.ZodObject =>
  z.object(Object.fromEntries(Object.entries(lists[name].list.input.shape).filter(([field]) => !ofPages.has(field))));

/** Wire names of the filter parameters. */
export const filterNames = (name: ExportName): string[] => Object.keys(filterOf(name).shape).map(toWire);
