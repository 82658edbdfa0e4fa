/** The response of `GET /analytics/timeseries`. */
export interface Timeseries {
  points: string[];
  series: {
    group: { key: string; name: string | null } | null;
    currency: string | null;
    values: (number | null)[];
    total: number | null;
    suppressed: boolean;
  }[];
  omitted: number;
  time_zone: string;
}
