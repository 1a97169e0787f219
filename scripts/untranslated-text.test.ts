import { glob, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { findUntranslatedText } from './untranslated-text.ts';

const web = path.join(import.meta.dirname, '../apps/web/src');

/** The beginning of a URL is the same in every language. */
const SAME_EVERYWHERE = 'https://';

/** Text keys that some components get as a title or text. */
const readKeys = async (): Promise<ReadonlySet<string>> => {
  const keys = new Set<string>();
  for await (const file of glob('core/language/texts/en/*.json', { cwd: web })) {
    const texts: object = JSON.parse(await readFile(path.join(web, file), 'utf8'));
    for (const key of Object.keys(texts)) keys.add(key);
  }
  return keys;
};

test('components show only texts of the catalogue', async () => {
  const keys = await readKeys();
  const untranslated: string[] = [];
  let components = 0;
  for await (const file of glob('**/*.tsx', { cwd: web })) {
    if (file.endsWith('.test.tsx') || file.includes('/testing/')) continue;
    components += 1;
    const texts = await findUntranslatedText(await readFile(path.join(web, file), 'utf8'));
    untranslated.push(
      ...texts
        .filter((text) => !keys.has(text) && text !== SAME_EVERYWHERE)
        .map((text) => `${file}: ${text}`),
    );
  }
  expect(untranslated).toEqual([]);
  expect(components).toBeGreaterThan(100);
});

test.each([
  ['<p>Sold out</p>', ['Sold out']],
  ['<p>{t("deal.sold")} · {count}</p>', []],
  ['<p>{sold ? "Sold" : t("deal.active")}</p>', ['Sold']],
  ['<p>{sold && `Sold by ${name}`}</p>', ['Sold by']],
  ['<img alt="A bicycle" src="/bicycle.png" className="wide" />', ['A bicycle']],
  ['<input aria-label={busy ? "Wait" : label} placeholder="Търсене" />', ['Wait', 'Търсене']],
  ['<Section title="Prices"><b>5 €</b></Section>', ['Prices']],
  ['() => showToast("Saved", "success")', ['Saved']],
  ['items.map((item) => <li key="a"><>Each</></li>)', ['Each']],
])('%s shows %j', async (code, texts) => {
  expect(await findUntranslatedText(`const shown = ${code};`)).toEqual(texts);
});
