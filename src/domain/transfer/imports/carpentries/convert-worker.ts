import { answerConversion } from "../convert-in-worker.ts";
import { courseOfLesson } from "./course-of-lesson.ts";
import { readLesson } from "./lesson.ts";

await answerConversion((folder) => courseOfLesson(readLesson(folder)));
