import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { currentLocation } from '#core/router/location.ts';
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

test.each([
  ['1 250', '1\u00A0999,50 €', '?minPrice=1250&maxPrice=1999.5'],
  ['12abc', '20', '?maxPrice=20'],
])('reads %j and %j as the form of a post does', async (from, to, query) => {
  await startLanguage();
  await chooseLanguage('bg');
  await render(<PriceFilter search={{}} buckets={[]} />);
  await page.getByRole('textbox', { name: 'От, €' }).fill(from);
  await page.getByRole('textbox', { name: 'До, €' }).fill(to);
  await page.getByRole('button').click();
  expect(currentLocation().query).toBe(query);
});
