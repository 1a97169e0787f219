import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { priceBucketEdges } from '@izgodno/contract/deals/vocabulary';
import { currentLocation, navigate, onLocation, useLocation } from '#core/router/location.ts';
import { chooseLanguage, loadArea, startLanguage } from '#core/language/language.ts';
import '#shared/styles/tokens.css';
import '#shared/styles/base.css';
import { PriceFilter } from './price-filter.tsx';

/** The least width of the filters beside the list. */
const PANEL_PX = 228;

beforeEach(async () => {
  await startLanguage();
  await chooseLanguage('bg');
  await Promise.all([loadArea('deals'), loadArea('search.filters')]);
  navigate('/deals');
});

afterEach(() => vi.useRealTimers());

test('shows an amount with cents whole, in the language with the longer words', async () => {
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

/** With the range of the page's URL. */
const Bound = () => {
  const { query } = useLocation();
  const search = new URLSearchParams(query);
  const amountOf = (name: string) => (search.has(name) ? { [name]: Number(search.get(name)) } : {});
  return (
    <>
      <PriceFilter
        search={{
          ...amountOf('minPrice'),
          ...amountOf('maxPrice'),
          ...amountOf('minTotal'),
          ...amountOf('maxTotal'),
        }}
        buckets={[]}
      />
      <a href="#deals">Elsewhere</a>
      <input aria-label="Elsewhere" />
    </>
  );
};

const from = page.getByRole('textbox', { name: 'От, €' });
const to = page.getByRole('textbox', { name: 'До, €' });
const lowest = page.getByRole('slider', { name: 'Най-ниска цена' });
const highest = page.getByRole('slider', { name: 'Най-висока цена' });
const withDelivery = page.getByRole('checkbox');

/** Counts the searches from now on. */
const countSearches = () => {
  const searched = vi.fn<() => void>();
  onTestFinished(onLocation(searched));
  return searched;
};

test('reads amounts as the form of a post does', async () => {
  await render(<Bound />);
  vi.useFakeTimers();
  const searched = countSearches();
  await from.fill('1 250');
  await to.fill('1\u00A0999,50 €');
  await page.getByRole('button').click();
  await page.getByRole('button').click();
  expect(currentLocation().query).toBe('?minPrice=1250&maxPrice=1999.5');
  await vi.runAllTimersAsync();
  // On the way to the other field, or for the same range, nothing is searched.
  expect(searched).toHaveBeenCalledOnce();
});

test.each([
  ['the button of the sheet', page.getByRole('link')],
  ['a slider', lowest],
  ['a field of another form', page.getByRole('textbox', { name: 'Elsewhere' })],
])('applies what is typed once the focus leaves it for %s', async (_, next) => {
  await render(<Bound />);
  await to.fill('50');
  expect(currentLocation().query).toBe('');
  next.element().focus();
  // At once, not after the pause.
  expect(currentLocation().query).toBe('?maxPrice=50');
});

test('shows a range that comes from elsewhere, such as Back', async () => {
  await render(<Bound />);
  await to.fill('50');
  navigate('/deals?minTotal=20&maxTotal=70');
  await expect.element(to).toHaveValue('70');
  await expect.element(from).toHaveValue('20');
  await expect.element(withDelivery).toBeChecked();
  navigate('/deals?maxPrice=60');
  await expect.element(to).toHaveValue('60');
  await expect.element(from).toHaveValue('');
  await expect.element(withDelivery).not.toBeChecked();
  await withDelivery.click();
  expect(currentLocation().query).toBe('?maxTotal=60');
  navigate('/deals');
  await expect.element(to).toHaveValue('');
  await expect.element(withDelivery).toBeChecked();
  await withDelivery.click();
  await expect.element(withDelivery).not.toBeChecked();
});

test('is chosen by sliders, whose thumbs do not meet', async () => {
  const [, , , third, fourth] = priceBucketEdges;
  await render(<Bound />);
  await expect.element(highest).toHaveAttribute('aria-valuetext', 'Без значение');
  await lowest.fill('3');
  await expect.poll(() => currentLocation().query).toBe(`?minPrice=${third}`);
  await highest.fill('1');
  await expect.poll(() => currentLocation().query).toBe(`?minPrice=${third}&maxPrice=${fourth}`);
  await lowest.fill('6');
  await expect.element(from).toHaveValue(`${third}`);
});

test('applies what is typed after a pause, and goes on as it was typed', async () => {
  await render(<Bound />);
  await to.click();
  await userEvent.keyboard('150,50');
  await expect.poll(() => currentLocation().query).toBe('?maxPrice=150.5');
  await expect.element(to).toHaveValue('150,50');
  await expect.element(to).toHaveFocus();
});

test('a range that is being typed when the page is left does not lead back to it', async () => {
  const { unmount } = await render(<Bound />);
  vi.useFakeTimers();
  await to.fill('50');
  await unmount();
  navigate('/help');
  await vi.runAllTimersAsync();
  expect(currentLocation().path).toBe('/help');
});

test('a range that is not in order waits until both ends are typed', async () => {
  navigate('/deals?minPrice=100');
  await render(<Bound />);
  vi.useFakeTimers();
  const searched = countSearches();
  await to.fill('1');
  await vi.runAllTimersAsync();
  await to.fill('15');
  await to.fill('120');
  await to.fill('150');
  await vi.runAllTimersAsync();
  expect(searched).toHaveBeenCalledOnce();
  expect(currentLocation().query).toBe('?minPrice=100&maxPrice=150');
});

test('says which text is no amount, and applies the other one', async () => {
  await render(<Bound />);
  await from.fill('12abc');
  await to.fill('20');
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
  await page.getByRole('button').click();
  expect(currentLocation().query).toBe('?maxPrice=20');
  await expect.element(page.getByRole('alert')).toMatchTextContent('Въведете сума');
  await expect.element(from).toHaveValue('12abc');
  await expect.element(from).toHaveAttribute('aria-invalid', 'true');
  await expect.element(from).toHaveAccessibleDescription(/Въведете сума/);
  await expect.element(to).toHaveAttribute('aria-invalid', 'false');
  await from.fill('12');
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
});
