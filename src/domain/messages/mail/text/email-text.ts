/** One email: subject, text before and after the button, and the button's label ("" without one). */
export interface EmailText {
  subject: string;
  before: readonly string[];
  /** Frame around a custom message from the site's operators, if the email supports one. */
  message?: string;
  action: string;
  after: readonly string[];
}
