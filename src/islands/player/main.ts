import "./element.ts";
