import { playStream } from "./play-stream.ts";
import { reportProgress } from "./report-progress.ts";

const media = document.querySelector<HTMLMediaElement>("[data-report], [data-hls]");
if (media?.dataset["report"] !== undefined) reportProgress(media, media.dataset["report"]);
if (media?.dataset["hls"] !== undefined) playStream(media, media.dataset["hls"]);
