import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyCharacter } from '@izgodno/contract/common/any-character.test-data';
import { DAY_MS } from '@izgodno/contract/common/durations';
import { createFakeTime, NOW, outcome, readSource, useReplay } from '#test/connector-harness.ts';
import { startDocuments } from '#test/replay/documents.ts';
import type { Fault } from '#test/replay/fault.ts';
import { startReplayServer } from '#test/replay/replay-server.ts';
import { ImportError } from '../pipeline/import-error.ts';
import { importLimits } from '../pipeline/import-limits.ts';
import { travelFeed, createEntryParser } from './travel-feed.ts';

const use = useReplay();

/** Reads a feed with this text or these bytes. */
const readText = async (body: string, headers: Record<string, string> = {}) => {
  const time = createFakeTime();
  const respond = () => ({ status: 200, headers, body });
  const { server } = await use(
    startReplayServer({ now: time.now, response: respond }).then((server) => ({ server })),
  );
  return readSource(travelFeed, { url: `${server.url}/feed` }, { time });
};

const start = async (size = 30) => {
  const time = createFakeTime();
  const { server, shelf } = await use(startDocuments({ size, now: time.now }));
  const read = (more: object = {}) =>
    readSource(travelFeed, { url: `${server.url}/travel.xml` }, { time, ...more });
  return { server, shelf, read };
};

const rss = (items: string): string =>
  `<rss version="2.0" xmlns:ft="http://ft.example/ns" xmlns:media="http://search.yahoo.com/mrss/"><channel><title>Пътуване</title>${items}</channel></rss>`;

const item = (fields: string): string =>
  `<item><link>https://t.example/1</link><guid>t-1</guid><pubDate>Fri, 20 Nov 2026 07:00:00 +0200</pubDate>${fields}</item>`;

test('reads the posts of a feed', async () => {
  const { read, shelf } = await start();
  const { deals, rejected, error } = await read();
  expect({ error, rejected }).toEqual({ error: null, rejected: [] });
  expect(deals).toHaveLength(30);
  expect(deals[0]).toMatchObject({
    title: expect.stringMatching(/^Рим от София – [\d.]+ € двупосочно \(1\)$/),
    description: 'Без багаж …',
    link: 'https://travel.example.bg/oferta-1',
    merchant: 'Евтини пътувания',
    category: 'travel',
    sourceCategory: 'Полети',
    locationId: 'sofia',
    tags: ['полети'],
    amount: shelf.priceOf(1),
    currency: 'EUR',
    postedAt: NOW - DAY_MS - 60_000,
    expiresAt: NOW + 13 * DAY_MS - 60_000,
    media: [{ url: 'https://travel.example.bg/1.jpg', kind: 'image' }],
    details: { kind: 'fare', type: 'flight', origin: 'SOF', destination: 'FCO', roundTrip: true },
  });
});

test('an unchanged feed is not read again', async () => {
  const { read } = await start();
  const { noted } = await read();
  expect(await read({ stored: noted })).toMatchObject({ unchanged: true, deals: [] });
});

describe('posts of unusual forms', () => {
  const rows: readonly (readonly [string, string, object | string])[] = [
    [
      'the price in the extension goes before that in the title',
      '<title>Рим 99 €</title><ft:price>39</ft:price>',
      { amount: 3_900 },
    ],
    [
      'a range',
      '<title>Токио</title><ft:price>1000-1200</ft:price><ft:currency>EUR</ft:currency>',
      { amount: 100_000 },
    ],
    [
      'levs',
      '<title>Рим</title><ft:price>99</ft:price><ft:currency>bgn</ft:currency>',
      { amount: 9_900, currency: 'BGN' },
    ],
    [
      'dollars',
      '<title>Рим</title><ft:price>99</ft:price><ft:currency>USD</ft:currency>',
      'currency_unsupported',
    ],
    [
      'a hotel, its meals and the class of the seat',
      '<title>Тунис 399 €</title><ft:type>package</ft:type><ft:stars>4*</ft:stars><ft:board> all  inclusive </ft:board><ft:class>economy</ft:class><ft:carrier>xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx🔥</ft:carrier>',
      {
        details: {
          kind: 'fare',
          type: 'package',
          stars: 4,
          board: 'all inclusive',
          carrier: 'x'.repeat(59),
          cabin: 'economy',
        },
      },
    ],
    ['a price of nothing', '<title>Рим</title><ft:price>0</ft:price>', 'price_invalid'],
    ['no price at all', '<title>10 съвета за Рим</title>', 'price_missing'],
    ['no title', '<description>39 €</description>', 'title_missing'],
    [
      'a title of invisible characters',
      '<title>\u200B\u2060</title><ft:price>39</ft:price>',
      'title_missing',
    ],
    [
      'entities escaped twice',
      '<title>Рим &amp;amp; Милано 39 &amp;euro;</title>',
      { title: 'Рим & Милано 39 €', amount: 3_900 },
    ],
    [
      'undeclared HTML entities',
      '<title>Рим&nbsp;&ndash; 39&nbsp;&euro;</title>',
      { amount: 3_900 },
    ],
    ['mark-up that is not escaped', '<title>Рим <b>39</b> €</title>', { title: 'Рим 39 €' }],
    [
      'a range of months',
      '<title>Рим 39 €</title><ft:date>202611-202611</ft:date>',
      { expiresAt: Date.UTC(2026, 10, 30, 23, 59, 59) },
    ],
    [
      'days of travel that are over',
      '<title>Рим 39 €</title><ft:date>20261001-20261020</ft:date>',
      'expired',
    ],
    [
      'dates without sense',
      '<title>Рим 39 €</title><ft:date>00000000</ft:date>',
      { amount: 3_900 },
    ],
    ['a package', '<title>Почивка в Анталия от 399 €</title>', { details: { type: 'package' } }],
    [
      'a hotel by the extension',
      '<title>Рим 39 €</title><ft:type>hotel</ft:type>',
      { details: { type: 'hotel' } },
    ],
    ['one way', '<title>Еднопосочен полет до Рим 19 €</title>', { details: { roundTrip: false } }],
    ['nothing that says what it is', '<title>Рим 39 €</title>', { details: null }],
    [
      'a picture in the text',
      '<title>Рим 39 €</title><description>&lt;img src="//t.example/a.jpg"&gt;x</description>',
      { media: [{ url: 'https://t.example/a.jpg' }] },
    ],
    ['a dash for a picture', '<title>Рим 39 €</title><media:thumbnail url="-"/>', { media: [] }],
    [
      'pictures in a group',
      '<title>Рим 39 €</title><media:group><media:content url="https://t.example/b.jpg" medium="image"/></media:group>',
      { media: [{ url: 'https://t.example/b.jpg' }] },
    ],
    [
      'an enclosure',
      '<title>Рим 39 €</title><enclosure url="https://t.example/c.jpg" type="image/jpeg" length="1"/>',
      { media: [{ url: 'https://t.example/c.jpg' }] },
    ],
    [
      'an image relative to the feed',
      '<title>Рим 39 €</title><description>&lt;img src="/d.jpg"&gt;</description>',
      { media: [{ url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/d\.jpg$/) }] },
    ],
    [
      'a link to buy at',
      '<title>Рим 39 €</title><ft:buy>https://buy.example/x </ft:buy>',
      { link: 'https://buy.example/x' },
    ],
    [
      'fields of strangers',
      '<title>Рим 39 €</title><itunes:title>x</itunes:title><x:price>1</x:price>',
      { title: 'Рим 39 €', amount: 3_900 },
    ],
  ];
  test.each(rows)('%s', async (_, fields, expected) => {
    const { deals, rejected, error } = await readText(rss(item(fields)));
    expect(error).toBeNull();
    expect([...deals, ...rejected]).toMatchObject([outcome(expected)]);
  });

  test('impossible hotel stars are left out', async () => {
    const { deals } = await readText(
      rss(item('<title>Тунис 399 €</title><ft:type>hotel</ft:type><ft:stars>12</ft:stars>')),
    );
    expect(deals.map(({ details }) => details)).toEqual([
      { kind: 'fare', type: 'hotel', foundAt: expect.any(String) },
    ]);
  });

  test('the extension is recognised by its namespace, whatever its prefix', async () => {
    const feed = rss(item('<title>Рим</title><fare:price>39</fare:price>'));
    const named = feed.replace(
      'xmlns:ft="http://ft.example/ns"',
      'xmlns:fare="https://example.com/rss/ft/1.0"',
    );
    expect((await readText(named)).deals).toMatchObject([{ amount: 3_900 }]);
    expect((await readText(feed)).rejected).toMatchObject([{ reason: 'price_missing' }]);
  });

  test.each([
    ['<pubDate>never</pubDate>', null],
    ['<pubDate>Fri, 20 Nov 2099 07:00:00 +0200</pubDate>', null],
    ['<dc:date>2026-11-20T05:00:00Z</dc:date>', Date.UTC(2026, 10, 20, 5)],
  ])('%s was posted at %s', async (date, postedAt) => {
    const post = `<item><title>Рим 39 €</title><link>https://t.example/1</link>${date}</item>`;
    expect((await readText(rss(post))).deals).toMatchObject([{ postedAt }]);
  });

  test('a post older than two weeks is expired', async () => {
    const post = item('<title>Рим 39 €</title>').replace('20 Nov', '01 Nov');
    expect((await readText(rss(post))).rejected).toMatchObject([{ reason: 'expired' }]);
  });

  test('a post is identified by its guid, else by its link; without either it is rejected', async () => {
    const link = '<link>https://t.example/1</link>';
    const guid = '<guid>t-1</guid>';
    const { deals, rejected } = await readText(
      rss(
        [guid + link, guid + link.replace('1', '2'), link, '']
          .map((identity) => `<item><title>Рим 39 €</title>${identity}</item>`)
          .join(''),
      ),
    );
    expect(deals[0]?.externalId).toBe(deals[1]?.externalId);
    expect(deals[2]?.externalId).not.toBe(deals[0]?.externalId);
    expect(rejected).toMatchObject([{ reason: 'id_missing' }]);
  });
});

test('Atom', async () => {
  const { deals } = await readText(
    `<feed xmlns="http://www.w3.org/2005/Atom"><title>Путешественик</title><entry><id>urn:1</id><title type="html">Полет до &lt;b&gt;Рим&lt;/b&gt; 39 €</title><link rel="enclosure" type="image/png" href="https://t.example/a.png"/><link href="https://t.example/1"/><published>2026-11-20T07:00:00+02:00</published><category term="Полети"/><summary>x</summary></entry></feed>`,
  );
  expect(deals).toMatchObject([
    {
      title: 'Полет до Рим 39 €',
      link: 'https://t.example/1',
      merchant: 'Путешественик',
      postedAt: Date.UTC(2026, 10, 20, 5),
      media: [{ url: 'https://t.example/a.png' }],
      tags: ['полети'],
    },
  ]);
});

describe('errors', () => {
  const whole = rss(item('<title>Рим 39 €</title>'));
  test.each([
    ['nothing', '', 'FEED_EMPTY'],
    ['a web page', '<!DOCTYPE html><html><body>', 'FEED_IS_HTML'],
    ['another document', '<catalog></catalog>', 'FEED_FORMAT_UNKNOWN'],
    ['a feed that breaks off', whole.slice(0, -30), 'FEED_TRUNCATED'],
    ['tags that do not match', whole.replace('</item>', '</iten>'), 'FEED_MALFORMED'],
    [
      'a title that never ends',
      rss(item(`<title>${'x'.repeat(2 ** 23 + 65_536)}</title>`)),
      'FEED_FIELD_TOO_LARGE',
    ],
    ['elements nested without end', rss('<a>'.repeat(100)), 'FEED_MALFORMED'],
  ])('%s: %s', async (_, text, code) => {
    expect((await readText(text)).error?.code).toBe(code);
  });

  test('bytes after the root element are ignored', async () => {
    expect((await readText(`${whole}<!-- x --><p>cached`)).deals).toHaveLength(1);
  });

  test.each([
    ['a reset in mid page', { kind: 'reset' }],
    ['gzip that breaks off', { kind: 'truncated-gzip' }],
    ['permanent 500', { kind: 'status', status: 500 }],
    ['permanent 429', { kind: 'status', status: 429 }],
    ['404', { kind: 'status', status: 404 }],
  ] satisfies [string, Fault][])('%s', async (_, error) => {
    const { read, server } = await start(3_000);
    server.misbehave(error, { times: 99 });
    expect((await read()).error).toBeInstanceOf(ImportError);
  });

  test('500 and 429 are retried', async () => {
    const { read, server } = await start();
    server.misbehave({ kind: 'status', status: 500 }, { times: 2 });
    server.misbehave(
      { kind: 'status', status: 429, headers: { 'retry-after': '2' } },
      { times: 2 },
    );
    expect(await read()).toMatchObject({ error: null, deals: { length: 30 } });
  });

  test('an endless feed', async () => {
    const { read, server } = await start();
    server.misbehave({
      kind: 'rewrite',
      rewrite: (body) => body.slice(0, body.lastIndexOf('</item>')),
    });
    server.misbehave({ kind: 'endless' });
    expect((await read({ limits: { maxFeedBytes: 2 ** 20 } })).error).toBeInstanceOf(ImportError);
  });

  test('any text, in any pieces, is read or rejected with a reason', () => {
    const pieces = fc.array(
      fc.oneof(
        fc.constantFrom(
          '<rss>',
          '<item>',
          '</item>',
          '<title>',
          '</title>',
          '<ft:price>',
          '&',
          '&#0;',
          ']]>',
          '<![CDATA[',
          '<!--',
          '<?',
          ' a="b"',
          '39 €',
        ),
        fc.string({ unit: anyCharacter }),
      ),
    );
    fc.assert(
      fc.property(pieces, (texts) => {
        const parser = createEntryParser(importLimits);
        const run = (): unknown => {
          try {
            for (const text of texts) parser.push(text);
            parser.end();
            return null;
          } catch (error) {
            return error;
          }
        };
        const error = run();
        expect(error === null || error instanceof ImportError).toBe(true);
      }),
    );
  });
});

test('a byte order mark is ignored', async () => {
  const { deals } = await readText(`\uFEFF${rss(item('<title>Рим 39 €</title>'))}`);
  expect(deals).toMatchObject([{ title: 'Рим 39 €' }]);
});
