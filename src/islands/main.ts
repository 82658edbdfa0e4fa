import "./unsaved/remove-ended.ts";
import "./keys/element.ts";
import "./markdown/element.ts";
import "./pick/element.ts";
import "./rows/element.ts";
import "./snippets/element.ts";
import "./unsaved/element.ts";
import "./upload/element.ts";
