/** Returns only the provided values: parsing adds defaults, which may change later and must not be stored. */
export const explicitSettingsOf = (parsed: object, input: object = {}): Record<string, unknown> =>
  Object.fromEntries(Object.entries(parsed).filter(([name]) => Object.hasOwn(input, name)));
