import { expect, test, vi } from 'vitest';
import { MAX_REMEMBERED_LENGTH, remember } from './remember.ts';

test('repeats the result of a text, also if it is null', () => {
  const compute = vi.fn<(text: string) => number | null>((text) =>
    text === 'нищо' ? null : text.length,
  );
  const lengthOf = remember(compute);
  for (const text of ['дума', 'нищо', 'дума', 'нищо', '\ud800', '\ud800']) lengthOf(text);
  expect(lengthOf('дума')).toBe(4);
  expect(lengthOf('нищо')).toBeNull();
  expect(compute).toHaveBeenCalledTimes(3);
});

test('does not remember long texts, which would fill the memory', () => {
  const compute = vi.fn<(text: string) => number>((text) => text.length);
  const lengthOf = remember(compute);
  for (const length of [MAX_REMEMBERED_LENGTH, MAX_REMEMBERED_LENGTH + 1])
    for (let time = 0; time < 3; time += 1) expect(lengthOf('я'.repeat(length))).toBe(length);
  expect(compute).toHaveBeenCalledTimes(1 + 3);
});
