export interface Size {
  name: string;
  title: string;
  sites: number;
  membersEach: number;
}

/** The first size is the baseline. */
export const sizes: readonly Size[] = [
  { name: "small", title: "1 site × 10,000 members", sites: 1, membersEach: 10_000 },
  { name: "large", title: "1 site × 1,000,000 members", sites: 1, membersEach: 1_000_000 },
  { name: "many", title: "1,000 sites × 100 members", sites: 1_000, membersEach: 100 },
];

/** Small sizes to check that everything runs. */
export const quickSizes: readonly Size[] = [
  { name: "small", title: "1 site × 1,000 members", sites: 1, membersEach: 1_000 },
  { name: "large", title: "1 site × 20,000 members", sites: 1, membersEach: 20_000 },
  { name: "many", title: "20 sites × 100 members", sites: 20, membersEach: 100 },
];
