import { database } from "../../support/databases/database.ts";
import type { ASite } from "../../support/world.ts";

export const amount = { amount: 4900, currency: "USD" };

export const enrollmentsOf = async ({ site }: ASite) =>
  (await database.many<{ status: string }>`select status from enrollments where site_id = ${site.id}`).map(
    ({ status }) => status,
  );
