import "./unsaved/remove-ended.ts";
import "./markdown/element.ts";
import "./outline/element.ts";
import "./pick/element.ts";
import "./rows/element.ts";
import "./unsaved/element.ts";
import "./upload/element.ts";
