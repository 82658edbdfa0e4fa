/** Texts by key, in both languages. */
export type Texts = Readonly<Record<string, readonly [en: string, zhTW: string]>>;
