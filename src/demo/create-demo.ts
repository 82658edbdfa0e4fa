import { setTimeout as delay } from "node:timers/promises";
import type { Database } from "#database/database.ts";
import { Problem } from "#domain/platform/problem.ts";
import { countSites } from "#domain/platform/site/queries.ts";
import { type DemoFile, readDemoFile } from "./demo-file.ts";
import { moveDemo } from "./move-demo.ts";
import type { DemoDraft } from "./draft-demo.ts";
import { settleFiles } from "./unsettled-files.ts";
import type { DemoEnvironment } from "./demo-environment.ts";

/** `isNew`: created now, not by an earlier start. */
export type CreatedDemo = DemoFile & { isNew: boolean };

const retryMs = 100;

const reportIntervalMs = 10_000;

/**
 * Computes what a new demo needs besides the database, which can be created meanwhile. Returns undefined if the data
 * folder has a demo.
 */
export const draftNewDemo = async (
  environment: Pick<DemoEnvironment, "dataFolder" | "isSmall">,
): Promise<DemoDraft | undefined> => {
  if (readDemoFile(environment.dataFolder)) return undefined;
  const [{ draftDemo }] = await Promise.all([import("./draft-demo.ts"), import("./plant-demo.ts")]);
  return draftDemo(environment);
};

/**
 * Creates two schools with their history on an empty installation, and `demo.json` with passwords. On an existing
 * demo, updates the origins to the port. Does nothing on every other installation and returns undefined.
 */
export async function createDemo(database: Database, environment: DemoEnvironment): Promise<CreatedDemo | undefined> {
  const created = (await countSites(database)) === 0 ? await plantUnlessLate(database, environment) : undefined;
  if (created) {
    settleFiles(environment.dataFolder);
    return { ...created, isNew: true };
  }
  return findDemo(database, environment);
}

/** Returns the existing demo, whose origins get the port. Undefined if there is none. */
export async function findDemo(
  database: Database,
  environment: Pick<DemoEnvironment, "port" | "dataFolder" | "now">,
): Promise<CreatedDemo | undefined> {
  const demoFile = readDemoFile(environment.dataFolder);
  const moved = demoFile && (await moveDemo(database, demoFile, environment));
  return moved && { ...moved, isNew: false };
}

/** Returns undefined if another process on the same database was faster; hosts and addresses are unique. */
async function plantUnlessLate(database: Database, environment: DemoEnvironment): Promise<DemoFile | undefined> {
  const [{ draftDemo }, { plantDemo }] = await Promise.all([import("./draft-demo.ts"), import("./plant-demo.ts")]);
  try {
    const draft = (await environment.draft) ?? (await draftDemo(environment));
    for (let waited = 0; ; waited += retryMs) {
      const planted = await plantDemo(database, draft, environment);
      if (planted) return planted;
      if (waited % reportIntervalMs === 0)
        environment.report?.("Waiting for another process that creates the demo schools …");
      await delay(retryMs);
      if ((await countSites(database)) > 0) return undefined;
    }
  } catch (error) {
    if (error instanceof Problem && (error.code === "conflict" || error.code === "already_exists")) return undefined;
    throw error;
  }
}
