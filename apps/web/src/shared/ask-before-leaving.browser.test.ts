import { expect, test } from 'vitest';
import { askBeforeLeaving, asksBeforeLeaving } from './ask-before-leaving.ts';

test('the page asks until the last part that needs it no longer does', () => {
  const [stopOne, stopOther] = [askBeforeLeaving(), askBeforeLeaving()];
  stopOne();
  expect(asksBeforeLeaving()).toBe(true);
  stopOther();
  expect(asksBeforeLeaving()).toBe(false);
});
