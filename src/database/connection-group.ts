import pg from "pg";
import { type Outcome, runPrepared } from "./prepared-query.ts";
import { readInSlices } from "./read-in-slices.ts";
import type { Statement } from "./statement.ts";

/** A small group of connections that pipeline single statements without waiting for earlier ones. */
export interface ConnectionGroup {
  run(statement: Statement, values: readonly unknown[]): Promise<Outcome>;
  close(): Promise<void>;
}

interface Slot {
  client: pg.Client | undefined;
  opening: Promise<pg.Client> | undefined;
  pending: number;
}

/** Opens a connection group. A broken connection fails its pending statements; the next statement reconnects. */
export function openConnectionGroup(config: pg.ClientConfig, size: number): ConnectionGroup {
  const slots: Slot[] = Array.from({ length: size }, () => ({ client: undefined, opening: undefined, pending: 0 }));
  let closed = false;

  function open(slot: Slot): Promise<pg.Client> {
    if (closed) return Promise.reject(new Error("The database is closed."));
    const client = new pg.Client({ ...config, pipeline: true });
    const forget = () => {
      if (slot.client === client) slot.client = undefined;
    };
    client.on("error", forget);
    client.on("end", forget);
    slot.opening = client
      .connect()
      .then(() => {
        readInSlices(client);
        return (slot.client = client);
      })
      .finally(() => (slot.opening = undefined));
    return slot.opening;
  }

  return {
    async run(statement, values) {
      const slot = leastBusy(slots);
      slot.pending++;
      try {
        const client = slot.client ?? (await (slot.opening ?? open(slot)));
        return await runPrepared(client, statement, values);
      } finally {
        slot.pending--;
      }
    },
    async close() {
      closed = true;
      await Promise.all(
        slots.map(async (slot) => {
          const client = slot.client ?? (await slot.opening?.catch(() => undefined));
          await client?.end();
        }),
      );
    },
  };
}

const leastBusy = (slots: readonly Slot[]): Slot =>
  slots.reduce((least, slot) => (slot.pending < least.pending ? slot : least));
