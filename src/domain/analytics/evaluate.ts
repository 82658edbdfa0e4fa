import type { Context, SiteScope } from "#domain/platform/context.ts";
import { itemAt } from "#lib/collections/item-at.ts";
import { zip } from "#lib/zip/zip.ts";
import { type Formula, type Metric } from "./metrics.ts";
import type { Period } from "./period.ts";
import { type Cut, peopleIn, type Sum, sumsEver, sumsIn } from "./read-rollups.ts";

/** A metric per period and in total, for one group and currency. */
export interface Series {
  key: string;
  /** Empty unless an amount of money. */
  currency: string;
  values: (number | null)[];
  total: number | null;
}

type Of<Kind extends Formula["kind"]> = Extract<Formula, { kind: Kind }>;

/**
 * Evaluates a metric for consecutive periods. Without groups and currencies, there is exactly one series, even
 * without data.
 */
export async function evaluate(
  context: Context,
  { formula, perCurrency }: Metric,
  periods: readonly Period[],
  cut: Cut,
  byCurrency = perCurrency,
): Promise<Series[]> {
  const series = await seriesOf(context, formula, periods, cut, byCurrency);
  if (series.length > 0 || cut.divided || byCurrency) return series;
  const nothing = formula.kind === "ratio" ? null : 0;
  return [{ key: "", currency: "", values: periods.map(() => nothing), total: nothing }];
}

function seriesOf(
  context: Context,
  formula: Formula,
  periods: readonly Period[],
  cut: Cut,
  byCurrency: boolean,
): Promise<Series[]> {
  switch (formula.kind) {
    case "sum":
      return sums(context, formula, periods, cut, byCurrency);
    case "ratio":
      return ratios(context, formula, periods, cut, byCurrency);
    case "level":
      return levels(context, formula, periods, cut, byCurrency);
    case "people":
      return people(context, periods, cut);
  }
}

async function sums(
  scope: SiteScope,
  { of, less }: Of<"sum">,
  periods: readonly Period[],
  cut: Cut,
  byCurrency: boolean,
): Promise<Series[]> {
  const read = await sumsIn(scope, less ? [of, less] : [of], periods, cut);
  return groupsOf(read, byCurrency).map(({ key, currency, rows }) => {
    const values = periods.map((_period, point) => valueOf(rows, of, point) - (less ? valueOf(rows, less, point) : 0));
    return { key, currency, values, total: values.reduce(plus, 0) };
  });
}

async function ratios(
  { now, ...scope }: Context,
  { of, per, percent = false, past = false }: Of<"ratio">,
  periods: readonly Period[],
  cut: Cut,
  byCurrency: boolean,
): Promise<Series[]> {
  const over = past ? periods.map(({ from, to }) => ({ from, to: to < now ? to : floor(now) })) : periods;
  const read = await sumsIn(scope, [of, per], over, cut);
  const ratio = (above: number, below: number) => {
    if (below <= 0) return null;
    return percent ? toPercent(above / below) : Math.round(above / below);
  };
  return groupsOf(read, byCurrency).map(({ key, currency, rows }) => {
    const above = periods.map((_period, point) => valueOf(rows, of, point));
    const below = periods.map((_period, point) => valueOf(rows, per, point));
    const values = zip(above, below).map(([value, base]) => ratio(value, base));
    return { key, currency, values, total: ratio(above.reduce(plus, 0), below.reduce(plus, 0)) };
  });
}

const quarter = 15 * 60_000;
const floor = (time: Date) => new Date(Math.floor(time.getTime() / quarter) * quarter);

/** Later than any timestamp in the data. */
const never = new Date("9999-01-01T00:00:00Z");

/** Computes levels backwards: the current level minus all later steps, independent of earlier history. */
async function levels(
  scope: SiteScope,
  { of }: Of<"level">,
  periods: readonly Period[],
  cut: Cut,
  byCurrency: boolean,
): Promise<Series[]> {
  const after = { from: itemAt(periods, -1).to, to: never };
  const [now, steps] = await Promise.all([sumsEver(scope, [of], cut), sumsIn(scope, [of], [...periods, after], cut)]);
  const changes = groupsOf(steps, byCurrency);
  return groupsOf(now, byCurrency).map(({ key, currency, rows }) => {
    const since =
      changes.find((group) => group.key === key && group.currency === currency)?.rows ?? new Map<string, number>();
    let level = valueOf(rows, of, 0) - valueOf(since, of, periods.length);
    const values = periods.map(() => 0);
    for (let point = periods.length - 1; point >= 0; point--) {
      values[point] = level;
      level -= valueOf(since, of, point);
    }
    return { key, currency, values, total: itemAt(values, -1) };
  });
}

async function people(scope: SiteScope, periods: readonly Period[], cut: Cut): Promise<Series[]> {
  const all = { from: itemAt(periods, 0).from, to: itemAt(periods, -1).to };
  const [each, together] = await Promise.all([
    peopleIn(scope, periods, cut),
    periods.length === 1 ? undefined : peopleIn(scope, [all], cut),
  ]);
  const totals = together ?? each;
  return totals.map(({ key, value: total }) => {
    const values = periods.map(() => 0);
    for (const { point, key: of, value } of each) if (of === key) values[point] = value;
    return { key, currency: "", values, total };
  });
}

interface Group {
  key: string;
  currency: string;
  rows: ReadonlyMap<string, number>;
}

/** Groups the sums by key and currency, for lookup by counter and point. */
function groupsOf(read: readonly Sum[], byCurrency: boolean): Group[] {
  const groups = new Map<string, { key: string; currency: string; rows: Map<string, number> }>();
  for (const { key, currency: paid, counter, point, value } of read) {
    const currency = byCurrency ? paid : "";
    const name = `${currency}/${key}`;
    let group = groups.get(name);
    if (!group) groups.set(name, (group = { key, currency, rows: new Map() }));
    const cell = `${counter}/${point}`;
    group.rows.set(cell, (group.rows.get(cell) ?? 0) + value);
  }
  return [...groups.values()].toSorted((one, other) =>
    `${one.currency}${one.key}` < `${other.currency}${other.key}` ? -1 : 1,
  );
}

const valueOf = (rows: ReadonlyMap<string, number>, counter: string, point: number): number =>
  rows.get(`${counter}/${point}`) ?? 0;

const plus = (one: number, other: number): number => one + other;

/** Rounds to one decimal. */
export const toPercent = (share: number): number => Math.round(share * 1000) / 10;
