import { describe, expect, it } from 'vitest';
import { inOtherLayouts } from './keyboard-layouts.ts';

describe('keyboard layouts', () => {
  it.each([
    ['.dmjfm', 'лаптоп'],
    ['вьзшдз', 'laptop'],
    ['`anta', 'чанта'],
    ['геьазгдхея', 'headphones'],
  ])('%s was meant as %s', (typed, meant) => {
    expect(inOtherLayouts(typed)).toContain(meant);
  });
});
