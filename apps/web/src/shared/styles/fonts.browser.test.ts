import { expect, test } from 'vitest';
import './tokens.css';
import './base.css';

const faces = (): CSSFontFaceRule[] =>
  [...document.styleSheets]
    .flatMap(({ cssRules }) => Array.from(cssRules))
    .filter((rule) => rule instanceof CSSFontFaceRule);

const nameOf = ({ style }: CSSFontFaceRule): string =>
  style.getPropertyValue('font-family').replaceAll(/["']/g, '');

const percentOf = ({ style }: CSSFontFaceRule, property: string): number =>
  Number.parseFloat(style.getPropertyValue(property));

/** The height of the font above and below its line, in percent of its size. */
const measure = async (text: string) => {
  await document.fonts.load('100px "Manrope Variable"', text);
  const context = document.createElement('canvas').getContext('2d');
  if (context === null) throw new Error('There is no canvas');
  context.font = '100px "Manrope Variable"';
  const { fontBoundingBoxAscent, fontBoundingBoxDescent } = context.measureText(text);
  return { above: fontBoundingBoxAscent, below: fontBoundingBoxDescent };
};

test('until the font has loaded, fonts of the device take its height', async () => {
  const others = faces().filter((face) => nameOf(face) !== 'Manrope Variable');
  const heights = others.map((face) => {
    const scale = percentOf(face, 'size-adjust') / 100;
    return {
      above: Math.round(percentOf(face, 'ascent-override') * scale),
      below: Math.round(percentOf(face, 'descent-override') * scale),
    };
  });
  for (const text of ['Clear all', 'Изчистване'])
    expect(new Set(heights.map((height) => JSON.stringify(height)))).toEqual(
      new Set([JSON.stringify(await measure(text))]),
    );
});

test('the page asks for these fonts before those of the system, at each weight', () => {
  const asked = getComputedStyle(document.body)
    .fontFamily.split(', ')
    .map((name) => name.replaceAll('"', ''));
  const named = [...new Set(faces().map(nameOf))];
  expect(asked.slice(0, named.length)).toEqual(named);
  const weightsOf = (name: string) =>
    faces()
      .filter((face) => nameOf(face) === name)
      .flatMap(({ style }) => style.getPropertyValue('font-weight').split(' ').map(Number));
  const ranges = named.map((name) => [Math.min(...weightsOf(name)), Math.max(...weightsOf(name))]);
  expect(ranges).toEqual(named.map(() => [200, 800]));
});
