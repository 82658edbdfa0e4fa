import "./keep-course.ts";
import "./kept-copy.ts";
import "./kept-list.ts";
import "./device.ts";
