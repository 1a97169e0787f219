import { expect, test } from 'vitest';
import { readConfiguration } from '#config/configuration.ts';
import { useTestDatabase } from '#test/test-database.ts';
import { connectorKinds } from './connector-kinds.ts';
import { setPaused } from './source-rows.ts';
import {
  credentialsOf,
  putStandardSources,
  settingHosts,
  standardSources,
} from './standard-sources.ts';

const database = useTestDatabase();
const NOW = new Date('2026-11-21T10:00:00Z');

const settings = readConfiguration({
  PROFITSHARE_USER: 'me',
  PROFITSHARE_KEY: 'secret',
  PROFITSHARE_FEEDS: 'ps-feed=https://feeds.example/a.csv',
  TRAVELPAYOUTS_TOKEN: 'token',
  TRAVELPAYOUTS_BASE_URL: 'http://127.0.0.1:5101',
  TRAVELPAYOUTS_MARKER: '12345',
  CLASSIFIEDS_BASE_URL: 'https://www.classifieds.example/',
  TRAVEL_FEEDS: 'https://t.example/rss, https://t.example/atom.xml',
  MERCHANT_FEEDS: 'Shop=https://shop.example/feed.xml?key=secret&lang=bg',
  SOURCE_CREDENTIALS: 'RO_KEY=x',
});

test('settings create sources of every kind, none by default', () => {
  expect(standardSources(readConfiguration({}), connectorKinds)).toEqual([]);
  const sources = standardSources(settings, connectorKinds);
  expect(sources.map(({ id, kind, config }) => [id, kind, config])).toMatchObject([
    [
      'profitshare',
      'profitshare',
      { baseUrl: 'https://api.profitshare.bg', emptyQuery: 'with-mark' },
    ],
    ['travelpayouts', 'travelpayouts', { baseUrl: 'http://127.0.0.1:5101', marker: '12345' }],
    ['classifieds.example', 'classifieds', { baseUrl: 'https://www.classifieds.example/' }],
    ['t.example-rss', 'travel-feed', { url: 'https://t.example/rss' }],
    ['t.example-atom.xml', 'travel-feed', { url: 'https://t.example/atom.xml' }],
    ['ps-feed', 'profitshare-csv', { url: 'https://feeds.example/a.csv' }],
    [
      'shop',
      'merchant-feed',
      {
        url: 'https://shop.example/feed.xml?lang=bg',
        access: { as: 'url', name: 'the URL of shop' },
      },
    ],
  ]);
  expect(sources.map(({ everySeconds }) => everySeconds)).toEqual([
    86_400, 86_400, 3_600, 3_600, 3_600, 86_400, 3_600,
  ]);
});

test('rows have the names of credentials, not their values', () => {
  expect(Object.fromEntries(credentialsOf(settings))).toEqual({
    PROFITSHARE_USER: 'me',
    PROFITSHARE_KEY: 'secret',
    TRAVELPAYOUTS_TOKEN: 'token',
    RO_KEY: 'x',
    'the URL of shop': 'https://shop.example/feed.xml?key=secret&lang=bg',
  });
  expect(JSON.stringify(standardSources(settings, connectorKinds))).not.toMatch(/secret|token"/);
});

test('hosts in the settings may be private, with exactly that port', () => {
  expect(settingHosts(settings)).toEqual(
    expect.arrayContaining(['127.0.0.1:5101', 'shop.example:443', 'www.classifieds.example:443']),
  );
});

test('a second start changes neither a pause nor when a source is due', async () => {
  const { database: kysely } = database.current;
  await putStandardSources(kysely, settings, connectorKinds, NOW);
  await setPaused(kysely, 'shop', true, NOW);
  const later = new Date(NOW.getTime() + 60_000);
  const moved = readConfiguration({ MERCHANT_FEEDS: 'shop=https://new.example/feed.xml' });
  await putStandardSources(kysely, moved, connectorKinds, later);
  const rows = await kysely
    .selectFrom('sources')
    .select(['id', 'config', 'paused', 'next_run_at'])
    .where('id', 'in', ['shop', 'profitshare'])
    .orderBy('id')
    .execute();
  expect(rows).toMatchObject([
    {
      id: 'profitshare',
      config: { baseUrl: 'https://api.profitshare.bg', emptyQuery: 'with-mark' },
      paused: false,
      next_run_at: NOW,
    },
    { id: 'shop', config: { url: 'https://new.example/feed.xml' }, paused: true, next_run_at: NOW },
  ]);
});
