/** Settings that override the attributes of parts, by `kind/url_name`. */
export type Policy = ReadonlyMap<string, Readonly<Record<string, string>>>;
