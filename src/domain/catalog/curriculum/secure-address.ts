/** Embedded media must use HTTPS, because browsers block mixed content. */
export const isSecureAddress = (text: string): boolean => URL.parse(text)?.protocol === "https:";
