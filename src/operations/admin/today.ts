import { countWaiting } from "#domain/analytics/today/waiting-work.ts";
import { listComing } from "#domain/analytics/today/coming-dates.ts";
import { readRecentFigures } from "#domain/analytics/today/recent-figures.ts";
import { readSetup } from "#domain/analytics/today/setup.ts";

/** Waiting work, recent figures, coming dates and the setup, for the start page. */
export const todayOperations = {
  countWaiting,
  listComing,
  readRecentFigures,
  readSetup,
};
