/** Combines the values of several processes. */
type Aggregation = "sum" | "max" | "min";

export interface Declaration<Label extends string = string> {
  /** `lectern_…`, with the unit as suffix; counters end with `_total`. */
  name: `lectern_${string}`;
  /** For the operator: a phrase without a final period. */
  help: string;
  labels: readonly Label[];
  /**
   * `installation`: the value describes the database or the storage that all processes share, so one process of each
   * server reads it.
   */
  scope: "process" | "installation";
  aggregation: Aggregation;
}

type Labels<Label extends string> = Readonly<Record<Label, string>>;

/** Receives values once metrics are served. */
type Sink = (labels: Readonly<Record<string, string>>, value: number) => void;

class Metric<Label extends string> {
  readonly declaration: Declaration<Label>;
  /** Undefined while no metrics are served: recording costs one comparison. */
  sink: Sink | undefined;

  constructor(declaration: Declaration<Label>) {
    this.declaration = declaration;
  }
}

export class Counter<Label extends string = string> extends Metric<Label> {
  readonly type = "counter";

  add(labels: Labels<Label>, amount = 1): void {
    this.sink?.(labels, amount);
  }
}

export class Histogram<Label extends string = string> extends Metric<Label> {
  readonly type = "histogram";
  readonly buckets: readonly number[];

  constructor(declaration: Declaration<Label>, buckets: readonly number[]) {
    super(declaration);
    this.buckets = buckets;
  }

  observe(labels: Labels<Label>, value: number): void {
    this.sink?.(labels, value);
  }
}

/** A value that is read at each scrape. */
export class Gauge<Label extends string = string> extends Metric<Label> {
  readonly type = "gauge";
  /** Removes all values, so that a value that cannot be read is absent instead of stale. */
  clear: () => void = () => {};

  set(labels: Labels<Label>, value: number): void {
    this.sink?.(labels, value);
  }
}

export type AnyMetric = Counter | Histogram | Gauge;

interface Options<Label extends string> {
  name: Declaration["name"];
  help: string;
  labels?: readonly Label[];
}

export const counter = <Label extends string = never>({ labels = [], ...options }: Options<Label>): Counter<Label> =>
  new Counter({ ...options, labels, scope: "process", aggregation: "sum" });

const latencySeconds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];

export const histogram = <Label extends string = never>({
  labels = [],
  buckets = latencySeconds,
  ...options
}: Options<Label> & { buckets?: readonly number[] }): Histogram<Label> =>
  new Histogram({ ...options, labels, scope: "process", aggregation: "sum" }, buckets);

export const gauge = <Label extends string = never>({
  labels = [],
  scope = "process",
  aggregation = "sum",
  ...options
}: Options<Label> & Partial<Pick<Declaration, "scope" | "aggregation">>): Gauge<Label> =>
  new Gauge({ ...options, labels, scope, aggregation });

/** A gauge of the database or the storage that all processes share. */
export const sharedGauge = <Label extends string = never>(options: Options<Label>): Gauge<Label> =>
  gauge({ ...options, scope: "installation", aggregation: "max" });
