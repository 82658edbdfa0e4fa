/** Letters, digits, hyphens and underscores in lower case, spaces as hyphens: the ID of a heading on GitHub. */
export const slugOf = (heading: string): string =>
  heading
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}_ -]/gu, "")
    .replaceAll(" ", "-");
