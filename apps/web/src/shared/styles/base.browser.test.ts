/// <reference types="@vitest/browser-playwright" />
import { expect, onTestFinished, test } from 'vitest';
import { cdp } from 'vitest/browser';
import './tokens.css';
import './base.css';

const rendered = (html: string): HTMLElement => {
  document.body.innerHTML = html;
  return document.body;
};

test('circles to choose one and boxes to choose several have one size, chosen or not', () => {
  const inputs = rendered(
    ['radio', 'checkbox']
      .map((type) => `<label><input type="${type}"><input type="${type}" checked></label>`)
      .join(''),
  ).querySelectorAll('input');
  const sizes = [...inputs].map((input) => {
    const { width, height } = input.getBoundingClientRect();
    return `${String(width)}×${String(height)}`;
  });
  expect(new Set(sizes)).toEqual(new Set(['20×20']));
});

test('the name of a group begins where its controls do', () => {
  const body = rendered('<fieldset><legend>Name</legend><div>Control</div></fieldset>');
  const words = document.createRange();
  words.selectNodeContents(body.querySelector('legend') ?? body);
  const control = body.querySelector('div')?.getBoundingClientRect();
  expect(words.getBoundingClientRect().left).toBe(control?.left);
});

test('in forced colours, the outline of what is chosen is around its name', async () => {
  onTestFinished(async () => {
    await cdp().send('Emulation.setEmulatedMedia', { features: [] });
  });
  await cdp().send('Emulation.setEmulatedMedia', {
    features: [{ name: 'forced-colors', value: 'active' }],
  });
  const label = rendered('<label><input type="radio" checked>Name</label>').querySelector('label');
  const { outlineStyle, outlineOffset } = getComputedStyle(label ?? document.body);
  expect(outlineStyle).toBe('solid');
  expect(Number.parseFloat(outlineOffset)).toBeGreaterThanOrEqual(0);
});
