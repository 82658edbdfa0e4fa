/** Why a document cannot be relied on, in words for those who publish it. */
export class DocumentError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "DocumentError";
  }
}
