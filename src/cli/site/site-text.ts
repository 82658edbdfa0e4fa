import { formatId } from "#domain/platform/ids.ts";
import type { Site } from "#domain/platform/site/site.ts";
import { textTable } from "#lib/text/text-table.ts";
import { toWire } from "#lib/wire/names.ts";

export const siteDocument = ({ id, ...site }: Site) => ({ id: formatId("site", id), ...site });

export const describeSite = (site: Site) =>
  textTable([
    ["Name", site.name],
    ["Origin", site.origin],
    ["Id", formatId("site", site.id)],
    ["Language", site.defaultLocale],
    ...(site.description ? [["Description", site.description]] : []),
  ]);

export const describeSettings = ({ settings }: Site) =>
  textTable(Object.entries(settings).map(([name, value]) => [toWire(name), String(value) || "none"]));
