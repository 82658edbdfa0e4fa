import type { Database } from "#database/database.ts";
import { type Distribution, distribute, isDistributionInterrupted, requireCitus } from "#database/cluster/cluster.ts";
import { migrate } from "#database/migrate/migrate.ts";
import { removeTimeLimit } from "#database/connection/watch-silence.ts";

/**
 * Migrates the database and distributes its tables, on a connection of its own without time limits. An interrupted
 * distribution is completed before the migrations, which need every table in its place. Without Citus nothing changes.
 */
export async function distributeDatabase({ pool }: Database, report: (line: string) => void): Promise<Distribution> {
  const client = await pool.connect();
  try {
    await removeTimeLimit(client);
    await requireCitus(client);
    const continued = (await isDistributionInterrupted(client)) ? await distribute(client, report) : undefined;
    await migrate(client, { report });
    const { distributed, references } = await distribute(client, report);
    return {
      distributed: [...(continued?.distributed ?? []), ...distributed],
      references: [...(continued?.references ?? []), ...references],
    };
  } finally {
    client.release(true);
  }
}
