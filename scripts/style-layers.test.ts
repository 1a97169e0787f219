import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const pages = fileURLToPath(new URL('../apps/web/src', import.meta.url));

/**
 * Files of one layer apply in the order in which the browser loads them, and pages load them in
 * different orders. A component that gives a shared button `display: none` must win on every page.
 */
test('a component overrides shared styles on every page, because its layer follows theirs', () => {
  const misplaced = globSync('**/*.module.css', { cwd: pages }).filter((file) => {
    const expected = file.startsWith('shared/') ? 'shared' : 'components';
    const text = readFileSync(path.join(pages, file), 'utf8');
    return !text.startsWith(`@layer ${expected} {`);
  });
  expect(misplaced).toEqual([]);
  const tokens = readFileSync(path.join(pages, 'shared/styles/tokens.css'), 'utf8');
  expect(tokens).toMatch(/^@layer reset, tokens, base, shared, components;/u);
});

test('no line has a height in pixels, because texts can be larger', () => {
  const fixed = globSync('**/*.css', { cwd: pages }).filter((file) =>
    /line-height: [\d.]+px/u.test(readFileSync(path.join(pages, file), 'utf8')),
  );
  expect(fixed).toEqual([]);
});

test('/styleguide has a sample of every measure and duration', () => {
  const tokens = readFileSync(path.join(pages, 'shared/styles/tokens.css'), 'utf8');
  const names = new Set(
    tokens.match(
      /(?<=^ *--)(?:text|space|radius|shadow|quick|calm|target|link-height)\b[\w-]*(?=:)/gmu,
    ),
  );
  const samples = globSync('app/styleguide/*.tsx', { cwd: pages })
    .map((file) => readFileSync(path.join(pages, file), 'utf8'))
    .join('');
  expect(names.size).toBeGreaterThan(0);
  expect([...names].filter((name) => !samples.includes(`'${name}'`))).toEqual([]);
});

/**
 * An enlarged page can be 768.5 pixels wide: `max-width: 768px` ends before that, and `min-width: 769px`
 * begins after it. The complement of the former is `width > 768px`.
 */
test('no window is between the styles of a narrow and of a wide one', () => {
  const apart = globSync('**/*.{css,ts,tsx}', { cwd: pages }).filter((file) =>
    /\(min-(?:width|height):/u.test(readFileSync(path.join(pages, file), 'utf8')),
  );
  expect(apart).toEqual([]);
});
