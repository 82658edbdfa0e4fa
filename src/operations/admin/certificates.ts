import { changeCertificatesOfCourse, listCertificatesOfCourses } from "#domain/learning/certificates/of-courses.ts";

/** Certificates of courses. */
export const certificateOperations = {
  changeCertificatesOfCourse,
  listCertificatesOfCourses,
};
