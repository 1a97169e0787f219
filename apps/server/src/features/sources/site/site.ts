import * as z from 'zod/mini';
import { DAY_MS, DAY_S } from '@izgodno/contract/common/durations';
import { parseUntrusted } from '@izgodno/contract/common/parse-untrusted';
import { type MappedDeal, draftDefaults } from '#features/deals/api.ts';
import {
  type Connector,
  type ConnectorContext,
  type ConnectorKind,
  type Cursor,
  defineConnector,
  type RecordBatch,
  type Rejection,
} from '../pipeline/connector.ts';
import { ImportError, type ImportErrorCode } from '../pipeline/import-error.ts';
import { findLocation } from '#features/locations/api.ts';
import { describePage } from '../product-page/describe-product.ts';
import { MAX_PAGE_BYTES, PAGE_TYPES, readPage } from '../product-page/read-page.ts';
import { hostOf, withoutSecrets } from '../records/base-url.ts';
import { keyOf, linkIdentity, reject } from '../records/draft-fields.ts';
import { readSitemaps, type SitemapEntry } from './read-sitemap.ts';

/** Pages of one site, at 1.5 s each about a day. */
const MAX_PAGES = 50_000;
/** A page counts as unchanged only if it says so by more than this, because clocks differ. */
const MARGIN_MS = DAY_MS;
/** Each page is read once in so many days, whatever its `lastmod` says. */
const CYCLE_DAYS = 7;
/** Failing pages in a row after which the site itself is assumed to fail. */
const MAX_FAILURES = 5;

const configSchema = z.strictObject({
  /** The site, or one of its sitemaps. */
  url: z.url({ protocol: /^https?$/ }),
  /** Only pages whose path begins with this. */
  under: z.optional(z.string().check(z.startsWith('/'))),
});
type SiteConfig = z.infer<typeof configSchema>;

type SiteKind = 'shop' | 'classifieds';

/** The key of the page that was read last: pages are read in the order of their keys. */
const cursorSchema = z.object({
  after: z.string(),
  /** A sitemap that could not be read, with the reason. */
  unread: z.string(),
});

interface Page extends SitemapEntry {
  /** The deal's external id. Keys have no order of a site's own, so that a preview is a sample. */
  readonly key: string;
}

const byKey = (one: Page, other: Page): number => (one.key < other.key ? -1 : 1);

const toPages = (entries: readonly SitemapEntry[], under: string): readonly Page[] =>
  entries
    .filter(({ url }) => new URL(url).pathname.startsWith(under))
    .map(({ url, changedAt }) => ({ url, changedAt, key: keyOf(linkIdentity(url)) }))
    .toSorted(byKey)
    .slice(0, MAX_PAGES);

/** The pages of known deals that the sitemaps do not name, because one of them cannot be read. */
const unnamedPages = async (
  named: readonly Page[],
  context: ConnectorContext,
  under: string,
): Promise<readonly Page[]> => {
  const keys = new Set(named.map(({ key }) => key));
  const known = await context.knownLinks(await context.longestUnseen(MAX_PAGES));
  const entries = [...known.values()].map((url) => ({ url, changedAt: null }));
  return toPages(entries, under).filter(({ key }) => !keys.has(key));
};

/** Whether a page need not be read: it did not change since the last reading, by the sitemap. */
const isOld = ({ key, changedAt }: Page, since: number | null, now: number): boolean => {
  if (since === null || changedAt === null || changedAt > since - MARGIN_MS) return false;
  return (
    Number.parseInt(key.slice(0, 8), 16) % CYCLE_DAYS !== Math.floor(now / DAY_MS) % CYCLE_DAYS
  );
};

/** The deal of a page; null if the page offers nothing. */
const toDeal = (html: string, page: Page, kind: SiteKind): MappedDeal | null => {
  const offered = describePage(html, page.url);
  if (offered === null) return null;
  const { product, property } = offered;
  const { price, originalPrice, inStock } = product;
  if (price === null) return null;
  return {
    ...draftDefaults,
    externalId: page.key,
    title: product.title,
    description: product.description,
    link: page.url,
    merchant: kind === 'shop' ? (product.merchant ?? hostOf(page.url)) : null,
    brand: product.brand,
    gtin: product.gtin,
    mpn: product.mpn,
    category: product.category ?? 'other',
    condition: product.condition ?? (kind === 'shop' ? 'new' : 'good'),
    media: product.images.map((url) => ({ url, kind: 'image' })),
    amount: price.amount,
    currency: price.currency,
    // Classifieds claim no discount.
    originalAmount: kind === 'shop' ? (originalPrice?.amount ?? null) : null,
    availability: inStock ? 'in_stock' : 'out_of_stock',
    ...(property === null
      ? {}
      : { details: property.details, locationId: findLocation(property.location) }),
  };
};

type PageResult =
  | { readonly kind: 'deal'; readonly deal: MappedDeal }
  | { readonly kind: 'rejected'; readonly rejection: Rejection }
  /** It is as it was, or cannot be read now. */
  | { readonly kind: 'seen' }
  /** It offers nothing. */
  | { readonly kind: 'none' };

/** Failures of single pages; any other ends the reading. */
const ofThePage: ReadonlySet<ImportErrorCode> = new Set<ImportErrorCode>([
  'SOURCE_FAILING',
  'SOURCE_UNREACHABLE',
]);

/** Reads single pages of a site. Throws if several pages in a row fail. */
const createPageReader = ({ http, signal }: ConnectorContext, kind: SiteKind) => {
  let failures = 0;
  const fail = (error: ImportError): PageResult => {
    failures += 1;
    if (failures >= MAX_FAILURES) throw error;
    return { kind: 'seen' };
  };

  const ask = async (page: Page): Promise<PageResult> => {
    const response = await http.read(page.url, {
      headers: { accept: PAGE_TYPES },
      conditional: true,
      maxBytes: MAX_PAGE_BYTES,
    });
    const { status } = response;
    if (status === 401 || status === 403)
      return fail(new ImportError('SOURCE_REFUSES', `${hostOf(page.url)} answered ${status}.`));
    failures = 0;
    if (status === 304) return { kind: 'seen' };
    // A missing page ends its deal at the end of the reading, unless too many are missing.
    const html = await readPage(response);
    const deal = html === null ? null : toDeal(html, page, kind);
    return deal === null ? { kind: 'none' } : { kind: 'deal', deal };
  };

  return async (page: Page): Promise<PageResult> => {
    try {
      return await ask(page);
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof ImportError)) throw error;
      if (error.code === 'SOURCE_FORBIDS') return { kind: 'none' };
      if (error.code === 'FEED_TOO_LARGE')
        return { kind: 'rejected', rejection: reject('field_too_long', page.url) };
      if (!ofThePage.has(error.code) || failures >= MAX_FAILURES) throw error;
      return fail(error);
    }
  };
};

const open = (config: SiteConfig, context: ConnectorContext, kind: SiteKind): Connector => {
  const failed = new Map<string, string>();
  const host = hostOf(config.url);
  let fraction: number | null = null;
  let name = host;

  const records = async function* (): AsyncGenerator<RecordBatch> {
    const { after, unread: before } = parseUntrusted(cursorSchema, context.cursor).data ?? {
      after: '',
      unread: '',
    };
    const sitemaps = await readSitemaps(config.url, context.http, context.signal);
    const [missing] = sitemaps.failed;
    const unread = missing === undefined ? before : `${withoutSecrets(missing[0])}: ${missing[1]}`;
    if (unread !== '') failed.set('sitemap', unread);
    const under = config.under ?? '/';
    const named = toPages(sitemaps.entries, under);
    if (named.length === 0) throw new ImportError('FEED_EMPTY', `${host} names no pages.`);
    const unnamed = missing === undefined ? [] : await unnamedPages(named, context, under);
    const pages = [...named, ...unnamed].toSorted(byKey);

    const read = createPageReader(context, kind);
    let old: string[] = [];
    for (const [at, page] of pages.entries()) {
      if (page.key <= after) continue;
      fraction = at / pages.length;
      if (isOld(page, context.since, context.clock.now())) {
        old.push(page.key);
        continue;
      }
      const cursor: Cursor = { after: page.key, unread };
      const result = await read(page);
      const row = at + 1;
      const seen = result.kind === 'seen' ? [...old, page.key] : old;
      old = [];
      if (result.kind === 'deal') {
        if (kind === 'shop') name = result.deal.merchant ?? name;
        yield { records: [{ row, deal: result.deal }], seen, cursor };
      } else if (result.kind === 'rejected') {
        const { rejection } = result;
        yield { records: [{ row, externalId: page.key, rejection }], seen, cursor };
      } else {
        yield { records: [], seen, cursor };
      }
    }
    if (old.length > 0) yield { records: [], seen: old };
  };

  return {
    origin: withoutSecrets(config.url),
    // At 1.5 s a page a reading takes hours, so an interrupted one resumes.
    coverage: { kind: 'incremental', keepMs: 0 },
    records,
    describe: () => ({ id: host, name }),
    fractionRead: () => fraction,
    isUnchanged: () => false,
    failedParts: () => failed,
  };
};

/** A site of any shop, or of classifieds: its sitemap, and the structured data of its pages. */
const defineSite = (kind: SiteKind): ConnectorKind<SiteConfig> =>
  defineConnector({
    name: `site-${kind}`,
    config: configSchema,
    group: kind === 'shop' ? 'other' : 'marketplace',
    commission: false,
    everySeconds: DAY_S,
    open: (config, context) => open(config, context, kind),
  });

export const siteShop = defineSite('shop');
export const siteClassifieds = defineSite('classifieds');
