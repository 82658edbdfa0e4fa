/** A result with its response: `const { data, etag } = await lectern.withResponse.getCourse(…)`. */
export interface ApiResponse<Data> {
  data: Data;
  status: number;
  headers: Headers;
  /**
   * The version of the resource, for `If-Match`. Empty if the response has none: a write with an empty `If-Match` is
   * refused, so that it cannot overwrite changes of others.
   */
  etag: string;
  /** Names the request in the logs of the server. */
  requestId: string | undefined;
}

/** Describes a response and its parsed body. */
export const apiResponseOf = <Data>(data: Data, { status, headers }: Response): ApiResponse<Data> => ({
  data,
  status,
  headers,
  etag: headers.get("etag") ?? "",
  requestId: headers.get("x-request-id") ?? undefined,
});
