import { expect, test } from 'vitest';
import { plainType, recordingName, recordingType } from './recording-format.ts';

const writing =
  (...types: readonly string[]) =>
  (type: string): boolean =>
    types.some((written) => type.startsWith(written));

test('each browser records in its best type', () => {
  expect(recordingType(writing('audio/webm', 'audio/mp4'))).toBe('audio/webm;codecs=opus');
  expect(recordingType(writing('audio/mp4'))).toBe('audio/mp4;codecs=mp4a.40.2');
  expect(recordingType(writing('audio/ogg'))).toBe('audio/ogg;codecs=opus');
  expect(recordingType(writing())).toBeNull();
});

test('a recording is named by its time and type', () => {
  const at = new Date(2026, 10, 3, 9, 5, 7);
  expect(recordingName('audio/webm;codecs=opus', at)).toBe('voice-2026-11-03-09-05-07.webm');
  expect(recordingName('audio/mp4', at)).toBe('voice-2026-11-03-09-05-07.m4a');
  expect(plainType('audio/webm; codecs=opus')).toBe('audio/webm');
});
