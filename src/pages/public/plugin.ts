import type { FastifyInstance } from "fastify";
import type { StartVisit } from "../visit.ts";
import { homePage } from "./home.ts";
import { listPages } from "./lists.ts";
import { thingPages } from "./things.ts";
import { publicVisits } from "./visit.ts";

/** What everybody sees of a site, in its own looks: no other page has these. */
export function publicPages(app: FastifyInstance, visit: StartVisit): void {
  const startVisit = publicVisits(visit);
  homePage(app, startVisit);
  listPages(app, startVisit);
  thingPages(app, startVisit);
}
