import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { languages } from '@izgodno/contract/common/language';
import { legalPages } from '@izgodno/contract/site/calls';
import { loadLegalPages, renderLegal } from './legal-pages.ts';

test('every page has a draft in both languages, readable without scripts', async () => {
  const pages = await loadLegalPages(undefined);
  for (const language of languages) {
    const html = legalPages.map((page) => pages.htmlAt(`/${page}`, language));
    expect(html.filter((text) => !/^<noscript><main><h1>[^<]+<\/h1>/.test(text))).toEqual([]);
    expect(pages.htmlAt('/about', language)).toBe('');
  }
});

test("the operator's files replace drafts, one by one", async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'izgodno-legal-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await writeFile(path.join(folder, 'imprint.en.md'), '# Imprint\n\nShop Ltd, Sofia');
  const pages = await loadLegalPages(folder);
  expect(pages.markdown('imprint', 'en')).toContain('Shop Ltd');
  expect(pages.markdown('terms', 'en')).toContain('draft');
});

test('renders headings, lists, labels and links, and no other HTML', () => {
  expect(
    renderLegal('# A <b>\n\n- **one**\n- [two](/contact)\n\n[x](javascript:alert(1)) and `k`'),
  ).toBe(
    '<h1>A &#60;b&#62;</h1>\n<ul><li><strong>one</strong></li><li><a href="/contact">two</a></li></ul>\n<p>[x](javascript:alert(1)) and <code>k</code></p>',
  );
});
