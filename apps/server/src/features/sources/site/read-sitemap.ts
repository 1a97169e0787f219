import { setImmediate } from 'node:timers/promises';
import { promisify } from 'node:util';
import { gunzip, type ZlibOptions } from 'node:zlib';
import { SaxesParser } from 'saxes';
import { ImportError } from '../pipeline/import-error.ts';
import { MarkupMender } from '../records/mend-markup.ts';
import type { ReadResponse, SourceHttp } from '../source-http.ts';

/** The protocol allows 50 MiB and 50,000 URLs a sitemap. */
const MAX_SITEMAP_BYTES = 52_428_800;
/** Sitemaps read of one site; an index may name 50,000. */
const MAX_SITEMAPS = 200;
/** Indexes within indexes. */
const MAX_DEPTH = 3;
/** URLs kept of all sitemaps. */
const MAX_URLS = 200_000;

export interface SitemapEntry {
  readonly url: string;
  /** When the page changed, in epoch milliseconds; null if the site does not say. */
  readonly changedAt: number | null;
}

interface Sitemap {
  readonly isIndex: boolean;
  /** Whether it does not end before its end. */
  readonly isWhole: boolean;
  readonly entries: readonly SitemapEntry[];
}

const timeOf = (text: string): number | null => {
  const time = Date.parse(text.trim());
  return Number.isNaN(time) ? null : time;
};

const gunzipWhole = promisify<Uint8Array, ZlibOptions, Buffer>(gunzip);

const unpack = async (body: Uint8Array, host: string): Promise<Uint8Array> => {
  if (body[0] !== 0x1f || body[1] !== 0x8b) return body;
  try {
    return await gunzipWhole(body, { maxOutputLength: MAX_SITEMAP_BYTES });
  } catch (error) {
    throw new ImportError('FEED_GZIP_BROKEN', `A sitemap of ${host} cannot be unpacked.`, {
      cause: error,
    });
  }
};

const URL_IN_LINES = /(?<!\S)https?:\S+/gi;

/** Lines of URLs, which the protocol allows as well. */
const parseLines = (text: string): Sitemap => ({
  isIndex: false,
  isWhole: true,
  // One after another, because a list of all words takes many times the memory of the text.
  entries: Array.from(text.matchAll(URL_IN_LINES).take(MAX_URLS), ([url]) => ({
    url,
    changedAt: null,
  })),
});

/** Characters parsed before the errors are counted and the server does other work. */
const PIECE_LENGTH = 4_096;
/** Errors after which a sitemap is damaged; each costs more time than a whole entry. */
const MAX_ERRORS = 1_000;
/** Elements within elements, and characters of one of them, that no sitemap has. */
const MAX_NESTED = 32;
const MAX_TOKEN_LENGTH = 2 ** 20;

const localName = (name: string): string => name.replace(/^.*:/, '').toLowerCase();

/** Reads the entries of a sitemap or an index, written piece by piece. */
const createSitemapReader = () => {
  const parser = new SaxesParser({ xmlns: false });
  const mender = new MarkupMender();
  const entries: SitemapEntry[] = [];
  let isIndex = false;
  let isWhole = false;
  let errors = 0;
  let depth = 0;
  let reported = 0;
  let open = '';
  let url = '';
  let changed = '';
  const add = (more: string): void => {
    reported = parser.position;
    if (open === 'loc') url += more;
    else if (open === 'lastmod') changed += more;
  };
  parser.on('opentag', ({ name }) => {
    reported = parser.position;
    depth += 1;
    // A stray end may have closed the root.
    isWhole = false;
    const local = localName(name);
    // An image or video of the page has a `loc` of its own, with a prefix.
    open = name.includes(':') && local === 'loc' && url !== '' ? '' : local;
    if (open === 'sitemapindex') isIndex = true;
    if (open === 'url' || open === 'sitemap') [url, changed] = ['', ''];
  });
  parser.on('text', add);
  parser.on('cdata', add);
  parser.on('closetag', ({ name }) => {
    reported = parser.position;
    depth -= 1;
    open = '';
    const local = localName(name);
    if (local === 'urlset' || local === 'sitemapindex') isWhole = true;
    if ((local !== 'url' && local !== 'sitemap') || entries.length >= MAX_URLS) return;
    if (url.trim() !== '') entries.push({ url: url.trim(), changedAt: timeOf(changed) });
  });
  parser.on('error', () => void (errors += 1));

  /** Whether the rest cannot be a sitemap. */
  const isDamaged = (): boolean =>
    errors > MAX_ERRORS || depth > MAX_NESTED || parser.position - reported > MAX_TOKEN_LENGTH;

  return {
    write: (piece: string): void => void parser.write(mender.push(piece)),
    isDamaged,
    end: (): Sitemap => {
      parser.write(mender.end()).close();
      return { isIndex, isWhole: isWhole && !isDamaged(), entries };
    },
  };
};

/** Parses a sitemap or an index; of a damaged one, what precedes the damage. */
export const parseSitemap = async (text: string): Promise<Sitemap> => {
  const start = text.trimStart();
  if (!start.startsWith('<')) return parseLines(text);
  const reader = createSitemapReader();
  for (let at = 0; at < start.length && !reader.isDamaged(); at += PIECE_LENGTH) {
    reader.write(start.slice(at, at + PIECE_LENGTH));
    await setImmediate();
  }
  return reader.end();
};

const textOf = async (response: ReadResponse, host: string): Promise<string> => {
  if (response.status === 401 || response.status === 403)
    throw new ImportError('SOURCE_REFUSES', `${host} answered ${response.status}.`);
  if (response.status !== 200)
    throw new ImportError('FEED_UNREACHABLE', `The sitemap of ${host}: ${response.status}.`);
  const text = new TextDecoder().decode(await unpack(response.body, host));
  if (/^\s*<(?:!doctype\s+html|html)\b/i.test(text))
    throw new ImportError('FEED_IS_HTML', `${host} answered with a page instead of a sitemap.`);
  return text;
};

/** Characters of a URL: the limit of the protocol. */
const MAX_URL_LENGTH = 2_048;

const isReadable = ({ protocol, href }: URL): boolean =>
  /^https?:$/.test(protocol) && href.length <= MAX_URL_LENGTH;

// Not every white space: a line separator begins a line, too.
const SITEMAP_LINE = /^[ \t]*sitemap[ \t]*:[ \t]*(\S+)/gim;

/** The URLs of the sitemaps that a robots.txt names. */
export const sitemapsIn = (robots: string, site: URL): readonly string[] =>
  [...robots.matchAll(SITEMAP_LINE)].flatMap(([, url = '']) => {
    const target = URL.parse(url, site);
    return target !== null && isReadable(target) ? [target.href] : [];
  });

/** The sitemaps that a site's robots.txt names, else the usual address. */
const findSitemaps = async (site: URL, http: SourceHttp): Promise<readonly string[]> => {
  const response = await http.read(new URL('/robots.txt', site).href, { maxBytes: 2 ** 20 });
  const text = response.status === 200 ? new TextDecoder().decode(response.body) : '';
  const named = sitemapsIn(text, site);
  return named.length > 0 ? named : [new URL('/sitemap.xml', site).href];
};

const hostOf = (url: URL): string => url.hostname.replace(/^www\./, '');

export interface SitemapReading {
  readonly entries: readonly SitemapEntry[];
  /** The sitemaps that could not be read, or not to their end, with the reasons. */
  readonly failed: ReadonlyMap<string, string>;
}

/**
 * The pages of a site, from the sitemap at `url` or those that the site names. Pages of other
 * hosts are left out. A sitemap that fails does not stop the others, unless none can be read.
 */
export const readSitemaps = async (
  url: string,
  http: SourceHttp,
  signal: AbortSignal,
): Promise<SitemapReading> => {
  const site = new URL(url);
  const isSitemap = /\.(?:xml|txt)(?:\.gz)?$|sitemap/i.test(site.pathname);
  const found = isSitemap ? [site.href] : (await findSitemaps(site, http)).slice(0, MAX_SITEMAPS);
  const waiting = found.map((url) => ({ url, depth: 0 }));
  const asked = new Set(found);
  const entries = new Map<string, SitemapEntry>();
  const failed = new Map<string, string>();
  let read = 0;
  let firstError: ImportError | null = null;
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    signal.throwIfAborted();
    const { url, depth } = next;
    try {
      const response = await http.read(url, { maxBytes: MAX_SITEMAP_BYTES });
      const sitemap = await parseSitemap(await textOf(response, site.host));
      read += 1;
      if (!sitemap.isWhole) failed.set(url, 'It ends before its end.');
      for (const entry of sitemap.entries) {
        const target = URL.parse(entry.url, url);
        if (target === null || !isReadable(target) || hostOf(target) !== hostOf(site)) continue;
        if (!sitemap.isIndex) {
          if (entries.size < MAX_URLS) entries.set(target.href, { ...entry, url: target.href });
        } else if (depth < MAX_DEPTH && asked.size < MAX_SITEMAPS && !asked.has(target.href)) {
          asked.add(target.href);
          waiting.push({ url: target.href, depth: depth + 1 });
        }
      }
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof ImportError)) throw error;
      firstError ??= error;
      failed.set(url, error.message);
    }
  }
  if (read === 0 && firstError !== null) throw firstError;
  return { entries: [...entries.values()], failed };
};
