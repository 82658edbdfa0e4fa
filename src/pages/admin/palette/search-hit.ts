export const maxHitsPerKind = 6;

export interface Hit {
  name: string;
  href: string;
  /** Distinguishes people of the same name, and says what an order is about. */
  detail?: string;
}

export interface HitGroup {
  name: string;
  hits: readonly Hit[];
  /** The list with the same search, if it has more. */
  more?: string;
}
