import type { ResourceFixture } from "../worlds/resource-fixtures.ts";

export const fixture: ResourceFixture = {
  kind: "redirect",
  table: "redirects",
  row: (name) => ({ fromPath: `/old-${name.toLowerCase()}`, target: `/${name.toLowerCase()}`, status: 301 }),
  unique: ["from_path"],
};
