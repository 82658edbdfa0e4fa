/** One minute of one subject of a limit. */
export interface Window {
  siteId: string;
  key: Buffer;
  /** Milliseconds since 1970. */
  endsAt: number;
  perMinute: number;
}

export const minute = 60_000;
