/** Only what was given is stored: parsing adds defaults, and whatever these become later has to hold for the rest. */
export const givenOf = (parsed: object, given: object = {}): Record<string, unknown> =>
  Object.fromEntries(Object.entries(parsed).filter(([name]) => Object.hasOwn(given, name)));
