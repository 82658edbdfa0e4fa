/** Certificates that the completion of a course issues. */
export const enAdminCertificates = {
  section: { name: "Certificates", about: "Which courses issue a certificate when a student completes them." },
  lead: "Students get the certificate, a notification and an Open Badge as soon as they complete the course. Courses that issue none can still get certificates from you through the API.",
  none: "There are no courses yet.",
  label: "Certificate on completion",
  choices: {
    none: "None",
    unlimited: "Without an end date",
    months: "Valid for {months} months",
  },
  save: "Save",
  spoken: "Save: {course}",
  notice: { saved: "Your changes have been saved. They apply to courses that are completed from now on." },
};
