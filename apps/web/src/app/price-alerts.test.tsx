// Imported first, because it replaces the network of the application.
import { network } from './testing/network.ts';
import { beforeEach, expect, test } from 'vitest';
import type { Deal, Offer } from '@izgodno/contract/deals/deal';
import type { Money } from '@izgodno/contract/common/money';
import type { PriceAlert } from '@izgodno/contract/price-alerts/calls';
import { chooseLanguage } from '#core/language/language.ts';
import { mila } from '#core/session/testing/sessions.ts';
import './testing/keep-focus.ts';
import { deal, open, rejection, serving, signIn, startAfresh } from './testing/served-app.tsx';

const euro = (amount: number): Money => ({ amount, currency: 'EUR' });

/** 36.99, and 44.89 with delivery. */
const delivered = {
  price: euro(36_99),
  delivery: euro(7_90),
  total: euro(44_89),
} satisfies Partial<Deal>;

const offer = (dealId: string, more: Partial<Offer> = {}): Offer => ({
  dealId,
  source: { id: 'bazar', name: `Shop ${dealId}` },
  price: euro(36_99),
  inStock: true,
  commission: false,
  ...more,
});

let shown: Deal;
let alerts: PriceAlert[];
let rejected: (() => Response) | null;
let remove: () => Response;

const sent = (): unknown =>
  JSON.parse(network.asked.findLast(({ method }) => method === 'PUT')?.body ?? 'null');

const alertOf = (more: Partial<PriceAlert>): PriceAlert => ({
  deal: shown,
  below: euro(36_50),
  withDelivery: true,
  reachedAt: null,
  createdAt: '2026-11-01T10:00:00Z',
  ...more,
});

beforeEach(async () => {
  await startAfresh();
  shown = deal(1, delivered);
  alerts = [];
  rejected = null;
  remove = () => {
    alerts = [];
    return Response.json({ success: true });
  };
  network.response = (request) => {
    switch (request.url.pathname) {
      case '/api/auth/me':
        return Response.json({ success: true, user: mila });
      case '/api/users/me/alerts':
        return Response.json({ success: true, alerts });
      case '/api/deals/1':
        return Response.json({ success: true, deal: shown });
      case '/api/deals/1/price-history':
        return Response.json({
          success: true,
          history: {
            points: [{ at: '2026-11-01T10:00:00Z', amount: 36_99 }],
            current: 36_99,
            enoughHistory: false,
          },
        });
      case '/api/deals/2/alert':
      case '/api/deals/1/alert':
        if (request.method === 'DELETE') return remove();
        if (rejected !== null) return rejected();
        alerts = [alertOf({ below: euro(41_00) })];
        return Response.json({ success: true, alert: alerts[0] });
      default:
        return serving(9)(request);
    }
  };
  signIn();
});

const openForm = async () => {
  const screen = await open('/deals/1#price-alert');
  const section = screen.getByRole('region', { name: 'Price alert' });
  return {
    screen,
    section,
    price: section.getByLabelText('Let me know below this price (€)'),
    delivery: section.getByRole('checkbox'),
    save: section.getByRole('button', { name: 'Set the alert' }),
  };
};

test('an alert that counts delivery is compared with the total, and says so', async () => {
  const { screen, section, price, delivery, save } = await openForm();
  await expect.element(price).toHaveValue('33');
  await expect.element(section.getByText(/the price was/)).toBeVisible();

  await delivery.click();
  await expect.element(price).toHaveValue('40');
  // Days and chart are of the price alone.
  expect(section.getByText(/the price was/).elements()).toEqual([]);
  await price.fill('44.90');
  await expect.element(section.getByText(/not above the current one/)).toBeVisible();
  await price.fill('41');
  await save.click();
  expect(sent()).toEqual({ below: euro(41_00), withDelivery: true });
  await expect
    .element(section.getByText(/once it costs less than €41 with delivery\./))
    .toBeVisible();
  await chooseLanguage('bg');
  await expect.element(screen.getByText(/струва под 41\s€ с доставка\./)).toBeVisible();
});

test('the list of alerts shows the amounts that are compared', async () => {
  alerts = [
    alertOf({}),
    alertOf({ deal: deal(2), withDelivery: false }),
    alertOf({ deal: deal(3), reachedAt: '2026-11-02T10:00:00Z' }),
  ];
  const screen = await open('/favorites/alerts');
  await expect
    .element(screen.getByText('Below €36.50 with delivery · now €44.89 with delivery'))
    .toBeVisible();
  await expect.element(screen.getByText('Below €36.50 · now €20')).toBeVisible();
  // Where delivery is unknown, the price is compared.
  await expect
    .element(screen.getByText('Reached: below €36.50 with delivery · now €30'))
    .toBeVisible();
  await chooseLanguage('bg');
  await expect
    .element(screen.getByText(/^Под 36,50\s€ с доставка · сега 44,89\s€ с доставка$/))
    .toBeVisible();
});

test('an alert is ended from the list, and stays if that fails, which is said', async () => {
  alerts = [alertOf({}), alertOf({ deal: deal(2) })];
  const end = () => {
    alerts = alerts.slice(1);
    return Response.json({ success: true });
  };
  remove = () => rejection(500, 'internal');
  const screen = await open('/favorites/alerts');
  const button = screen.getByRole('button', { name: 'Remove the price alert for Deal 1' });
  await button.click();
  await expect.element(screen.getByText('Server error. Please try again later.')).toBeVisible();
  remove = end;
  await button.click();
  const next = screen.getByRole('button', { name: 'Remove the price alert for Deal 2' });
  await expect.element(next).toHaveFocus();
  await next.click();
  await expect.element(screen.getByText('No price alerts yet')).toBeVisible();
  await expect.element(screen.getByRole('heading', { name: 'Price alerts' })).toHaveFocus();
});

test('a price above that of another shop names the shop', async () => {
  shown = deal(1, {
    ...delivered,
    price: euro(37_99),
    // The lowest of all offers, as the server states it.
    total: euro(41_99),
    offers: [
      offer('2', { price: euro(38_99), delivery: euro(3_00), total: euro(41_99) }),
      offer('1', { price: euro(37_99), delivery: euro(7_90), total: euro(45_89) }),
      offer('4', { price: euro(36_99), delivery: euro(9_00), total: euro(45_99) }),
      offer('3', { price: euro(20_00), inStock: false }),
    ],
  });
  const { section, price, delivery, save } = await openForm();
  await price.fill('37.50');
  await expect.element(section.getByText(/^Shop 4 sells it for €36\.99 already\./)).toBeVisible();
  await expect.element(save).toBeDisabled();
  const link = section.getByRole('link', { name: 'See the offer of Shop 4' });
  await expect.element(link).toHaveAttribute('href', '/deals/4');

  await delivery.click();
  await expect.element(save).toBeEnabled();
  await price.fill('42');
  await expect
    .element(section.getByText(/^Shop 2 sells it for €41\.99 with delivery already\./))
    .toBeVisible();
});

test('an equal price elsewhere is not named', async () => {
  shown = deal(1, {
    price: euro(36_99),
    offers: [offer('2'), offer('1'), offer('3', { price: euro(40_00) })],
  });
  const { section, price } = await openForm();
  await price.fill('37');
  await expect.element(section.getByText(/not above the current one/)).toBeVisible();
});

test('an alert that is refused because another shop became cheaper says so', async () => {
  shown = deal(1, { price: euro(37_99) });
  const rejection = {
    code: 'validation_failed',
    message: '',
    fields: { below: { code: 'already_below', message: '' } },
  };
  const { screen, section, price, save } = await openForm();
  await expect.element(price).toHaveValue('34');
  rejected = () => Response.json({ success: false, error: rejection }, { status: 400 });
  await save.click();
  await expect
    .element(section.getByText('It costs less already. Enter a lower price.'))
    .toBeVisible();
  await chooseLanguage('bg');
  await expect
    .element(screen.getByText('Вече струва по-малко. Въведете по-ниска цена.'))
    .toBeVisible();
  await chooseLanguage('en');

  shown = deal(1, {
    price: euro(37_99),
    offers: [offer('2', { price: euro(33_50) }), offer('1', { price: euro(37_99) })],
  });
  await save.click();
  await expect.element(section.getByText(/^Shop 2 sells it for €33\.50 already\./)).toBeVisible();
  await expect.element(price).toHaveValue('34');
  await chooseLanguage('bg');
  await expect.element(screen.getByText(/^При Shop 2 вече струва 33,50\s€\./)).toBeVisible();
});
