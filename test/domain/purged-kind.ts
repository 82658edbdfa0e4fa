import { newId } from "#domain/platform/ids.ts";
import { digest } from "#lib/secrets/secret.ts";
import { day } from "../support/clock.ts";

export const now = new Date("2026-06-01T00:07:00.000Z");
export const daysAgo = (days: number) => new Date(now.getTime() - days * day);
export const aDigest = () => digest(newId());

export interface Scenario {
  siteId: string;
  memberId: string;
  enrollmentId: string;
  endpointId: string;
  providerId: string;
  lectureIds: readonly string[];
}
export type Row = Record<string, unknown>;

/** A purged kind of row: its retention in days after its timestamp, and its representation in the table. */
export interface Kind {
  name: string;
  table: string;
  /** The table is installation-wide: its rows have no site. */
  installationWide?: boolean;
  keptDays: number;
  row: (time: Date, scenario: Scenario) => Row;
}
