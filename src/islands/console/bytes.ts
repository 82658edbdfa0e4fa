export const base64 = (bytes: Uint8Array): string => btoa(String.fromCharCode(...bytes));

export const digestOf = async (bytes: BufferSource): Promise<Uint8Array> =>
  new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
