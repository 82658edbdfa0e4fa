/** What a job has to say to whoever runs the installation. Never a secret, never a person's address. */
export interface JobLog {
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
  error(details: object, message: string): void;
}
