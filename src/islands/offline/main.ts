import "./keep-course.ts";
import "./kept-copy.ts";
import "./kept-list.ts";
import "./unsent.ts";
import "./device.ts";
