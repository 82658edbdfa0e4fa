import "./student/comment.ts";
import "./student/notes.ts";
import "./student/order.ts";
import "./student/work.ts";
import { equipPapers } from "./student/paper.ts";

equipPapers();
