/** What a page of ours shows or plays within itself comes over a connection like its own. */
export const isSecureAddress = (text: string): boolean => URL.parse(text)?.protocol === "https:";
