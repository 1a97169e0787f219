import type { LanguageCode } from '@izgodno/contract/common/language';
import type { Deal } from '@izgodno/contract/deals/deal';
import type { DealDetails } from '@izgodno/contract/deals/details';
import { beforeEach, expect, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { chooseLanguage, loadArea } from '#core/language/language.ts';
import { DEAL } from '#core/deals/testing/deal.ts';
import { DealFacts } from './deal-facts.tsx';

const deal: Deal = {
  ...DEAL,
  title: 'София – Барселона',
  price: { amount: 58_00, currency: 'EUR' },
  category: 'travel',
  source: { id: 'aviasales', name: 'Aviasales', group: 'travel', commission: true },
  offerCount: 1,
};

const show = async (
  code: LanguageCode,
  details?: DealDetails,
  more: Partial<Deal> = {},
): Promise<Record<string, string>> => {
  await chooseLanguage(code);
  const { container } = await render(
    <DealFacts deal={{ ...deal, ...more, ...(details === undefined ? {} : { details }) }} />,
  );
  return Object.fromEntries(
    Array.from(container.querySelectorAll('dl > div'), (line) => [
      line.querySelector('dt')?.textContent,
      line.querySelector('dd')?.textContent,
    ]),
  );
};

beforeEach(() => Promise.all([loadArea('deals'), loadArea('deals.page')]));

const daysAgo = (days: number): string =>
  new Date(Date.now() - days * 24 * 60 * 60_000 - 60_000).toISOString();

test('a fare shows its days in local times, its changes, and when its price was found', async () => {
  const fare = {
    kind: 'fare',
    type: 'flight',
    departAt: '2027-02-10T23:50:00+02:00',
    returnAt: '2027-02-15',
    roundTrip: true,
    transfers: 0,
    carrier: 'FR',
    foundAt: daysAgo(2),
  } as const;
  expect(await show('en', fare)).toMatchObject({
    Departs: 'Feb 10, 2027, 23:50',
    Returns: 'Feb 15, 2027',
    Ticket: 'Return',
    Changes: 'Direct',
    Airline: 'FR',
    'Price found': '2 days ago',
  });
  expect(await show('bg', { ...fare, roundTrip: false, transfers: 1 })).toMatchObject({
    Заминаване: '10.02.2027 г., 23:50',
    Билет: 'Еднопосочен',
    Прекачвания: '1',
    'Последно видяна цена': 'преди 2 дни',
  });
});

test('a holiday shows its hotel and meals', async () => {
  const holiday = {
    kind: 'fare',
    type: 'package',
    stars: 4,
    board: 'HB',
    cabin: 'economy',
  } as const;
  expect(await show('en', holiday)).toMatchObject({
    Hotel: '4 stars',
    Board: 'HB',
    Class: 'economy',
  });
  expect(await show('bg', { ...holiday, stars: 1 })).toMatchObject({ Хотел: '1 звезда' });
});

test('a home shows its size, rooms, floor and construction', async () => {
  const home = {
    kind: 'real-estate',
    area: 65.5,
    rooms: 2,
    floor: '3',
    buildType: 'тухла',
  } as const;
  const both = { Rooms: '2', Floor: '3', Construction: 'тухла' };
  expect(await show('en', home)).toMatchObject({ Area: '65.5 m²', ...both });
  expect(await show('bg', home)).toMatchObject({ Площ: '65,5 кв. м', Стаи: '2', Етаж: '3' });
});

test('a home shows the price of a square metre beside that of others', async () => {
  const home = { kind: 'real-estate', area: 100, district: 'Лозенец' } as const;
  const location = { id: 'sofia', name: { en: 'Sofia', bg: 'София' } };
  const areaPrice = (of: 'district' | 'location') => ({
    location,
    areaPrice: { amount: 1_450_00, median: { amount: 1_380_00, offers: 12, of } },
  });
  expect((await show('en', home, areaPrice('district')))['Price per m²']).toMatch(
    /^€1,450Median in Лозенец: €1,380, from 12 other offers seen in the last 90 days$/,
  );
  expect((await show('bg', home, areaPrice('location')))['Цена на кв. м']).toContain(
    'Медиана за София',
  );
});

test('missing facts are not shown', async () => {
  const plain = await show('en');
  expect(await show('en', { kind: 'real-estate' })).toEqual(plain);
  expect(await show('en', { kind: 'fare', type: 'hotel' })).toEqual(plain);
});

test('the name of a brand leads to its deals, if the deal has its address', async () => {
  await chooseLanguage('en');
  const { container, rerender } = await render(
    <DealFacts deal={{ ...deal, brand: 'Black & Decker', brandSlug: 'black-decker' }} />,
  );
  const link = () => container.querySelector('a[href^="/brand/"]');
  expect(link()?.getAttribute('href')).toBe('/brand/black-decker');
  expect(link()?.textContent).toBe('Black & Decker');
  await rerender(<DealFacts deal={{ ...deal, brand: 'Black & Decker' }} />);
  expect(link()).toBeNull();
  expect(container.textContent).toContain('Black & Decker');
});
