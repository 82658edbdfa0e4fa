/** The object storage cannot be used at the moment. */
export class StorageOutage extends Error {
  override name = "StorageOutage";
  /** Writing failed because the storage is full. */
  readonly isFull: boolean;

  constructor(message: string, { isFull = false, ...options }: ErrorOptions & { isFull?: boolean } = {}) {
    super(message, options);
    this.isFull = isFull;
  }
}
