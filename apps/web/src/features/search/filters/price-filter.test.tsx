import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { chooseLanguage, startLanguage } from '#core/language/language.ts';
import '#shared/styles/tokens.css';
import '#shared/styles/base.css';
import { PriceFilter } from './price-filter.tsx';

/** The least width of the filters beside the list. */
const PANEL_PX = 228;

test('shows an amount with cents whole, in the language with the longer words', async () => {
  await startLanguage();
  await chooseLanguage('bg');
  await render(
    <div style={{ inlineSize: `${PANEL_PX}px` }}>
      <PriceFilter search={{ minPrice: 1234.56, maxPrice: 9511.29 }} buckets={[]} />
    </div>,
  );
  for (const name of ['От, €', 'До, €']) {
    const field = page.getByRole('textbox', { name }).element();
    expect(field.scrollWidth).toBe(field.clientWidth);
  }
});
