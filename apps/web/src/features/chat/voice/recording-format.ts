import { twoDigits } from '#core/format/local-day.ts';

/**
 * Recording types, best first. Chromium and Firefox write Opus in WebM, which every current browser
 * plays; Safari before 18.4 writes AAC in MP4 only.
 */
const candidates = [
  'audio/webm;codecs=opus',
  'audio/mp4;codecs=mp4a.40.2',
  'audio/mp4',
  'audio/ogg;codecs=opus',
  'audio/webm',
] as const;

const endings: Readonly<Record<string, string>> = {
  'audio/webm': 'webm',
  'audio/mp4': 'm4a',
  'audio/ogg': 'ogg',
};

/** The media type to record in; null if the browser has none that others play. */
export const recordingType = (isSupported: (type: string) => boolean): string | null =>
  candidates.find((type) => isSupported(type)) ?? null;

/** `audio/webm;codecs=opus` counts as `audio/webm`, by which files are named. */
export const plainType = (mediaType: string): string => mediaType.split(';', 1)[0]?.trim() ?? '';

/** `voice-2026-11-21-10-30-05.webm`, in the sender's local time. */
export const recordingName = (mediaType: string, at: Date): string => {
  const time = [
    at.getFullYear(),
    ...[at.getMonth() + 1, at.getDate(), at.getHours(), at.getMinutes(), at.getSeconds()].map(
      twoDigits,
    ),
  ].join('-');
  return `voice-${time}.${endings[plainType(mediaType)] ?? 'bin'}`;
};
