export interface DatabaseSizes {
  readers: number;
  writers: number;
  /** Connections for pages that follow an index. */
  pages: number;
  /** Connections for batched statements: this many for reads and the same number for writes. */
  batches: number;
  transactions: number;
}

/**
 * The server closes connections of a vanished process and releases their locks within a minute. Its default is hours.
 */
export const peerOptions =
  "-c tcp_keepalives_idle=10 -c tcp_keepalives_interval=5 -c tcp_keepalives_count=3 -c tcp_user_timeout=20000";

/** Milliseconds after the statement timeout: a server that is alive has reported it by then. */
export const grace = 200;

export const defaultStatementTimeout = 15_000;

export const defaultSizes = { readers: 2, writers: 12, pages: 2, transactions: 10 };
