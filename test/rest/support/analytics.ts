import assert from "node:assert/strict";
import { assertStatus } from "../../support/assert-status.ts";
import { day } from "../../support/clock.ts";
import { aMeasuredSchool } from "../../support/meters/measured-school.ts";
import { type Operator, operatorOf } from "./operator.ts";
import type { Timeseries } from "./timeseries.ts";

const start = new Date("2026-03-02T10:07:00.000Z");
export const inDays = (days: number) => new Date(start.getTime() + days * day);
export const march = "from=2026-03-01T00:00:00Z&to=2026-04-01T00:00:00Z";

interface Figure {
  metric: string;
  values: { currency: string | null; value: number | null; previous: number | null; change_percent: number | null }[];
}
interface Overview {
  metrics: Figure[];
  withheld: { metric: string; scopes: string[] }[];
  compared_from: string | null;
  compared_to: string | null;
  computed_through: string;
}

export async function read<Answer>(operator: Operator, path: string): Promise<Answer> {
  const response = await operator.get(`/analytics${path}`);
  assertStatus(response, 200);
  return response.json<Answer>();
}

export const overviewOf = async (operator: Operator, query = march) => {
  const overview = await read<Overview>(operator, `/overview?${query}`);
  return { ...overview, of: (name: string) => overview.metrics.find(({ metric }) => metric === name)?.values };
};
export const only = async (operator: Operator, name: string, query = march) => {
  const values = (await overviewOf(operator, query)).of(name);
  assert.equal(values?.length, 1, name);
  return values[0]!.value;
};
export const series = (operator: Operator, query: string) =>
  read<Timeseries>(operator, `/timeseries?${query.includes("from=") ? query : `${march}&${query}`}`);

/** A school with a client of its owner. */
export async function aSchool(scope = "analytics:read orders:read subscriptions:read") {
  const school = await aMeasuredSchool();
  return { school, operator: await operatorOf(school.site, scope) };
}
