import { expect, test } from 'vitest';
import { createProgressDisplay } from './progress-display.ts';

const show = (isTTY: boolean) => {
  const written: string[] = [];
  let now = 0;
  const display = createProgressDisplay(
    { isTTY, write: (text) => void written.push(text) },
    { now: () => now },
  );
  return {
    written,
    display,
    at: (seconds: number) => {
      now = seconds * 1_000;
    },
  };
};

test('a terminal shows a bar with rows a second and the time left', () => {
  const { display, written, at } = show(true);
  display.update({ phase: 'read', rows: 0, fraction: 0 });
  at(10);
  display.update({ phase: 'read', rows: 150_000, fraction: 0.125 });
  display.close();
  expect(written).toEqual([
    '\rReading [###---------------------] 12 % 150,000 rows, 15,000 rows/s, 1 min 10 s left\u001b[K',
    '\r\u001b[K',
  ]);
});

test('other outputs get a plain line every five seconds', () => {
  const { display, written, at } = show(false);
  for (const second of [0, 1, 4, 5, 6, 9.9]) {
    at(second);
    display.update({ phase: 'read', rows: second * 1_000, fraction: null });
  }
  display.close();
  expect(written).toEqual(['Reading 5,000 rows, 1,000 rows/s\n']);
});

test('each phase counts separately', () => {
  const { display, written, at } = show(false);
  display.update({ phase: 'read', rows: 10_000, fraction: 1 });
  at(100);
  display.update({ phase: 'apply', rows: 0, fraction: 0 });
  at(105);
  display.update({ phase: 'apply', rows: 5_000, fraction: 0.5 });
  expect(written).toEqual(['Applying 50 % 5,000 rows, 1,000 rows/s, 5 s left\n']);
});
