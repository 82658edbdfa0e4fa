/** No server of DATABASE_URL is the requested one. The message names each with the reason. */
export class NoServerError extends Error {
  override name = "NoServerError";
}
