import { lockAppearance, updateAppearance } from "#domain/site/appearance/queries.ts";
import { now } from "../../support/clock.ts";
import { type ASite } from "../../support/world.ts";

type Looks = Parameters<typeof updateAppearance>[1];

/** Stores the appearance as the operator API does, after sanitizing it. */
export const dress = async (site: ASite, looks: Looks) => {
  await lockAppearance(site.context());
  await updateAppearance(site.context(), looks, now());
};
