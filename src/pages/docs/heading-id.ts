/** The ID that code hosts give to the same heading. */
export const headingId = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^\w\s-]/g, "")
    .trim()
    .replaceAll(/\s+/g, "-");
