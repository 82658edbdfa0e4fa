/** The reason why a document cannot be used, for its publisher. */
export class DocumentError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "DocumentError";
  }
}
