/** Invalid arguments that only the command itself can detect. */
export class UsageError extends Error {
  override name = "UsageError";
}

/** A completed command with a negative result: the answer was printed, and the exit code reports the result. */
export class Finding extends Error {
  override name = "Finding";
}

/** A command that could not do its work for an expected reason. */
export class CommandError extends Error {
  override name = "CommandError";
  readonly code: string;

  constructor(code: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** A site that refused a request or did not respond. */
export class RemoteError extends CommandError {
  override name = "RemoteError";
  /** The parts of the error of the site, for JSON output. */
  readonly parts: object;

  constructor(code: string, message: string, parts: object = {}) {
    super(code, message);
    this.parts = parts;
  }
}
