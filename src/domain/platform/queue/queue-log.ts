/** Log for the operator of the installation. Must never contain a secret or a person's address. */
export interface JobLog {
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
  error(details: object, message: string): void;
}
