import type { RequestListener } from 'node:http';
import { gzipSync } from 'node:zlib';
import { feedOf } from '../import-harness.ts';

/** The products of a feed, by default with their numbers as ids. */
const feedOfProducts = (count: number, idOf = (number: number): string => `${number}`): string =>
  feedOf(Array.from({ length: count }, (_, at) => ({ id: idOf(at + 1), price: '10.00 EUR' })));

export const PRODUCTS = 30;
export const plainFeed = feedOfProducts(PRODUCTS);

/** A site that offers its feed to everyone, in its own way. */
export const site =
  (sendFeed: RequestListener): RequestListener =>
  (request, response) => {
    if (request.url === '/robots.txt') response.writeHead(404).end();
    else sendFeed(request, response);
  };

/** A site that sends what `bodyOf` says for its first feed, its second, and so on. */
const siteOf = (bodyOf: (visit: number) => string): RequestListener => {
  let visit = 0;
  return site((_request, response) => {
    visit += 1;
    response.end(bodyOf(visit));
  });
};

/** A site that sends something every 10 ms and never ends. */
export const tricklingSite = (text: string, onClose = (): void => {}): RequestListener =>
  site((_request, response) => {
    response.writeHead(200).write(plainFeed.slice(0, 100));
    const timer = setInterval(() => response.write(text), 10);
    response.on('close', () => {
      clearInterval(timer);
      onClose();
    });
  });

/** Each makes a site that can never be read. */
export const failingSites: Readonly<Record<string, () => RequestListener>> = {
  'redirects in circles': () =>
    site((_request, response) => {
      response.writeHead(301, { location: '/feed.xml' }).end();
    }),
  'never responds': () => site(() => {}),
  'never answers for robots.txt': () => () => {},
  trickles: () => tricklingSite(' '),
  'asks for a year': () =>
    site((_request, response) => {
      response.writeHead(429, { 'retry-after': '999999999' }).end();
    }),
  'sends half a gzip': () =>
    site((_request, response) => {
      const packed = gzipSync(plainFeed);
      response.writeHead(200).end(packed.subarray(0, packed.length / 2));
    }),
  'sends half a feed': () => siteOf(() => plainFeed.slice(0, plainFeed.length / 2)),
  'resets the connection': () => site((_request, response) => void response.destroy()),
  fails: () => site((_request, response) => void response.writeHead(500).end()),
  'sends a page': () => siteOf(() => '<html></html>'),
  // Its own port, which has no TLS.
  'moves to an https that is none': () =>
    site((request, response) => {
      response.writeHead(301, { location: `https://${request.headers.host}/feed.xml` }).end();
    }),
};

interface ChangingSite {
  readonly create: () => RequestListener;
  /** The source's status and reason after its second reading. */
  readonly second: readonly [status: string, reason: string | null];
  /** The deals that it then offers. */
  readonly deals: number;
}

/** Sites that can be read once, and then have a different feed. */
export const changingSites: Readonly<Record<string, ChangingSite>> = {
  'gives every product another id': {
    create: () =>
      siteOf((visit) =>
        visit === 1
          ? plainFeed
          : // The links stay.
            plainFeed.replaceAll(/<g:id>(\d+)</g, '<g:id>new-$1<'),
      ),
    second: ['degraded', 'IDS_CHANGED'],
    deals: PRODUCTS,
  },
  'has ten times its products': {
    create: () => siteOf((visit) => (visit === 1 ? plainFeed : feedOfProducts(PRODUCTS * 10))),
    second: ['healthy', null],
    deals: PRODUCTS * 10,
  },
  'has a tenth of its products': {
    create: () => siteOf((visit) => (visit === 1 ? plainFeed : feedOfProducts(PRODUCTS / 10))),
    second: ['degraded', 'FEED_SHRUNK'],
    deals: PRODUCTS,
  },
};

/** Sites whose faults cost a record at most; `elsewhere` is a site with a feed. */
export const harmlessSites: Readonly<Record<string, (elsewhere: string) => RequestListener>> = {
  'has NUL in a record': () => siteOf(() => plainFeed.replace('<title>Оферта', '<title>\0Оферта')),
  'has H&M in a title': () => siteOf(() => plainFeed.replace('<title>Оферта', '<title>H&M')),
  'has < and a control character in a title': () =>
    siteOf(() => plainFeed.replace('<title>Оферта', '<title>Под < 5 &#1; ')),
  'moved elsewhere': (elsewhere) =>
    site((_request, response) => {
      response.writeHead(301, { location: `${elsewhere}/feed.xml` }).end();
    }),
  'has no fault': () => siteOf(() => plainFeed),
};
