import { Buffer } from "node:buffer";

const sampleRate = 16_000;

/** A tone or a chord in hertz (0 is silence), and its duration in seconds. */
export type Tone = readonly [hertz: number | readonly number[], seconds: number];

/** Fades in and out, because an abrupt start or end clicks. */
const fade = 0.03;

/** Synthesizes soft tones one after the other as a WAV file (16 bit, mono). */
export function wavOf(tones: readonly Tone[]): Buffer {
  const counts = tones.map(([, seconds]) => Math.round(seconds * sampleRate));
  const bytes = counts.reduce((sum, count) => sum + count, 0) * 2;
  const file = Buffer.alloc(44 + bytes);
  file.write("RIFF", 0, "latin1");
  file.writeUInt32LE(36 + bytes, 4);
  file.write("WAVE", 8, "latin1");
  file.write("fmt ", 12, "latin1");
  file.writeUInt32LE(16, 16);
  file.writeUInt16LE(1, 20);
  file.writeUInt16LE(1, 22);
  file.writeUInt32LE(sampleRate, 24);
  file.writeUInt32LE(sampleRate * 2, 28);
  file.writeUInt16LE(2, 32);
  file.writeUInt16LE(16, 34);
  file.write("data", 36, "latin1");
  file.writeUInt32LE(bytes, 40);
  let at = 44;
  for (const [hertz, seconds] of tones) {
    writeTone(file, at, { pitches: [hertz].flat().filter((pitch) => pitch > 0), seconds });
    at += Math.round(seconds * sampleRate) * 2;
  }
  return file;
}

/** Each pitch with a quiet overtone, fading like a plucked string. */
function writeTone(file: Buffer, from: number, { pitches, seconds }: { pitches: number[]; seconds: number }): void {
  const count = Math.round(seconds * sampleRate);
  for (let index = 0; index < count && pitches.length > 0; index++) {
    const time = index / sampleRate;
    let tone = 0;
    for (const hertz of pitches) {
      const angle = 2 * Math.PI * hertz * time;
      tone += Math.sin(angle) + 0.3 * Math.sin(2 * angle);
    }
    const edge = Math.min(1, time / fade, (seconds - time) / fade) * Math.exp(-time * 0.9);
    file.writeInt16LE(Math.round((14_000 * edge * tone) / pitches.length), from + index * 2);
  }
}

export const lengthOf = (tones: readonly Tone[]): number =>
  Math.ceil(tones.reduce((sum, [, seconds]) => sum + seconds, 0));
