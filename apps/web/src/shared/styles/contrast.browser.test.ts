/// <reference types="@vitest/browser-playwright" />
import { afterEach, describe, expect, test } from 'vitest';
import { cdp } from 'vitest/browser';
import './tokens.css';
import {
  colourPairs,
  requiredRatio,
  contrastRatio,
  layColour,
  parseColour,
  type Colour,
} from './contrast.ts';

const sheets = import.meta.glob<string>('/src/**/*.css', {
  query: '?raw',
  import: 'default',
  eager: true,
});

const TOKENS = '/src/shared/styles/tokens.css';

const white = parseColour('rgb(255, 255, 255)');
const black = parseColour('rgb(0, 0, 0)');

const resolve = (token: string): Colour => {
  const probe = document.createElement('span');
  probe.style.color = `var(--${token})`;
  document.body.append(probe);
  const computed = getComputedStyle(probe).color;
  probe.remove();
  return parseColour(computed);
};

const setMedia = (contrast: 'more' | 'no-preference') =>
  cdp().send('Emulation.setEmulatedMedia', {
    features: [{ name: 'prefers-contrast', value: contrast }],
  });

afterEach(async () => {
  delete document.documentElement.dataset['theme'];
  await setMedia('no-preference');
});

describe.each([
  ['light', 'usual'],
  ['dark', 'usual'],
  ['light', 'more'],
  ['dark', 'more'],
] as const)('the %s theme with %s contrast', (theme, contrast) => {
  test('makes every pair readable or visible', async () => {
    document.documentElement.dataset['theme'] = theme;
    await setMedia(contrast === 'more' ? 'more' : 'no-preference');
    const poor = colourPairs.flatMap(({ ink, ground, kind }) => {
      const above = resolve(ink);
      const below = resolve(ground);
      // A translucent surface must pass over the lightest and the darkest image.
      const ratio = Math.min(
        ...[white, black].map((image) => {
          const seen = layColour(below, image);
          return contrastRatio(layColour(above, seen), seen);
        }),
      );
      return ratio < requiredRatio[kind][contrast]
        ? [`${ink} on ${ground}: ${ratio.toFixed(2)}`]
        : [];
    });
    expect(poor).toEqual([]);
  });
});

test('the brand is the neon green of the specification, in both themes', () => {
  for (const theme of ['light', 'dark']) {
    document.documentElement.dataset['theme'] = theme;
    expect(resolve('neon')).toEqual(parseColour('rgb(57, 255, 20)'));
  }
});

/** The declarations of each rule of a stylesheet. Nested rules count by their innermost rules. */
const rulesOf = (sheet: string): ReadonlyMap<string, string>[] =>
  [...sheet.replaceAll(/\/\*.*?\*\//gs, '').matchAll(/\{([^{}]*)\}/g)].map(
    ([, body = '']) =>
      new Map(
        body.split(';').flatMap((declaration) => {
          const [name = '', ...value] = declaration.split(':');
          return value.length === 0 ? [] : [[name.trim(), value.join(':').trim()] as const];
        }),
      ),
  );

const tokenOf = (value: string | undefined): string | undefined =>
  /^var\(--([\w-]+)\)$/.exec(value ?? '')?.[1];

const rules = Object.entries(sheets)
  .filter(([file]) => file !== TOKENS)
  .flatMap(([file, sheet]) => rulesOf(sheet).map((rule) => ({ file, rule })));

const isPair = (ink: string, ground: string): boolean =>
  colourPairs.some((pair) => pair.ink === ink && pair.ground === ground);

describe('styles', () => {
  test('are found by this test', () => {
    expect(rules.length).toBeGreaterThan(500);
  });

  test('take every colour from the tokens file', () => {
    const literal = /#[\da-f]{3,8}\b|\b(?:rgb|hsl|lab|lch|oklab|oklch|light-dark)a?\(/i;
    const own = rules.flatMap(({ file, rule }) =>
      [...rule].flatMap(([name, value]) =>
        literal.test(value) ? [`${file}: ${name}: ${value}`] : [],
      ),
    );
    expect(own).toEqual([]);
  });

  test('combine only the pairs above', () => {
    const strangers = rules.flatMap(({ file, rule }) => {
      const ink = tokenOf(rule.get('color'));
      const ground = tokenOf(rule.get('background'));
      if (ink === undefined) return [];
      // A rule without a background appears on any surface around it.
      const known =
        ground === undefined ? colourPairs.some((pair) => pair.ink === ink) : isPair(ink, ground);
      return known ? [] : [`${file}: ${ink} on ${ground ?? 'anything'}`];
    });
    expect(strangers).toEqual([]);
  });
});
