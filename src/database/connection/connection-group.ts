import type pg from "pg";
import { database as metrics } from "#telemetry/metrics/catalog.ts";
import type { ConnectionGroupStatus } from "#telemetry/metrics/connection-groups.ts";
import { rememberConfiguration } from "../statements/explain.ts";
import { isDemotion, outageOfConnecting } from "./outage.ts";
import { type Outcome, runAlone } from "../statements/prepared-query.ts";
import { readInSlices } from "../statements/read-in-slices.ts";
import { type ConnectionConfig, ServerClient } from "../servers/server-client.ts";
import type { Statement } from "../statements/statement.ts";
import type { SilenceWatch } from "../servers/silence-watch.ts";

/** A small group of connections that pipeline single statements without waiting for earlier ones. */
export interface ConnectionGroup {
  run(statement: Statement, values: readonly unknown[]): Promise<Outcome>;
  /** Asks every open connection for a response, or opens one. */
  check(): Promise<void>;
  /** Asks the open connections that run no statement. */
  checkIdle(): Promise<void>;
  status(): ConnectionGroupStatus;
  close(): Promise<void>;
}

interface Slot {
  client: pg.Client | undefined;
  opening: Promise<pg.Client> | undefined;
  pending: number;
}

/** The name of a group in metrics. */
export type GroupName = Pick<ConnectionGroupStatus, "pool" | "group">;

/** Opens a connection group. A broken connection fails its pending statements; the next statement reconnects. */
export function openConnectionGroup(
  name: GroupName,
  config: ConnectionConfig,
  size: number,
  watch: SilenceWatch,
): ConnectionGroup {
  const slots: Slot[] = Array.from({ length: size }, () => ({ client: undefined, opening: undefined, pending: 0 }));
  let closed = false;

  function open(slot: Slot): Promise<pg.Client> {
    if (closed) return Promise.reject(new Error("The database is closed."));
    const client = new ServerClient({ ...config, pipeline: true });
    const forget = () => {
      if (slot.client === client) slot.client = undefined;
    };
    client.on("error", forget);
    client.on("end", forget);
    slot.opening = client
      .connect()
      .then(
        () => {
          metrics.connects.add({ ...name, result: "opened" });
          rememberConfiguration(client, config);
          readInSlices(client);
          watch.add(client, forget);
          return (slot.client = client);
        },
        (error: unknown) => {
          metrics.connects.add({ ...name, result: "failed" });
          throw outageOfConnecting(error);
        },
      )
      .finally(() => (slot.opening = undefined));
    return slot.opening;
  }

  async function runOn(slot: Slot, statement: Statement, values: readonly unknown[]): Promise<Outcome> {
    slot.pending++;
    try {
      const client = slot.client ?? (await (slot.opening ?? open(slot)));
      return await runAlone(client, statement, values);
    } catch (error) {
      if (isDemotion(error)) watch.replaceAll();
      throw error;
    } finally {
      slot.pending--;
    }
  }

  return {
    run: (statement, values) => runOn(leastBusy(slots), statement, values),
    async check() {
      const used = slots.filter(({ client, opening }) => client !== undefined || opening !== undefined);
      await Promise.all((used.length > 0 ? used : slots.slice(0, 1)).map((slot) => runOn(slot, heartbeat, [])));
    },
    async checkIdle() {
      const idle = slots.filter(({ client, pending }) => client !== undefined && pending === 0);
      await Promise.all(idle.map((slot) => runOn(slot, heartbeat, [])));
    },
    status() {
      const inUse = slots.filter(({ pending }) => pending > 0).length;
      const pending = slots.reduce((sum, slot) => sum + slot.pending, 0);
      const open = slots.filter(({ client }) => client !== undefined).length;
      return { ...name, limit: size, open: Math.max(open, inUse), inUse, waiting: pending - inUse };
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

const heartbeat: Statement = { text: "select 1", name: undefined, writes: false, inIndexOrder: false };

const leastBusy = (slots: readonly Slot[]): Slot =>
  slots.reduce((least, slot) => (slot.pending < least.pending ? slot : least));
