import { MINUTE_MS, DAY_MS } from '@izgodno/contract/common/durations';
import type { ReplayResponse } from './exchange.ts';
import { jsonResponse } from './json-answer.ts';
import { startReplayServer, type ReplayServer } from './replay-server.ts';
import { createShelf, type Shelf } from './shelf.ts';

const ROUTE = '/api/v1/offers/';
const MAX_LIMIT = 50;
const MAX_OFFSET = 1_000;
const TOTAL_CAP = 1_000;
/** Promoted offers before the others on every page. */
const PROMOTED = 3;

export interface ClassifiedsOptions {
  readonly size?: number;
  /** Replaces an offer by another row. */
  readonly offer?: (item: number) => unknown;
  /** The category of an item, by which searches find it; without it every search finds all. */
  readonly categoryOf?: (item: number) => number;
  /** Rejects all requests. */
  readonly rejects?: boolean;
  /** The next page's link leads back to this one. */
  readonly loops?: boolean;
  readonly robots?: string;
  readonly now?: () => number;
  readonly port?: number;
}

export interface ClassifiedsReplay {
  readonly server: ReplayServer;
  readonly shelf: Shelf;
}

const rejection = (status: number, detail: string): ReplayResponse =>
  jsonResponse({ error: { status, detail } }, status);

/** A classifieds site's public offers: the newest first, one renewed each minute. */
export const startClassifieds = async ({
  size = 120,
  offer,
  categoryOf,
  rejects = false,
  loops = false,
  robots,
  now = Date.now,
  port = 0,
}: ClassifiedsOptions = {}): Promise<ClassifiedsReplay> => {
  const shelf = createShelf(size);
  const began = now();
  const time = (ago: number): string => new Date(began - ago).toISOString().replace('Z', '+00:00');

  const offerOf = (item: number): unknown => {
    const home = item % 3 === 0;
    const major = shelf.priceOf(item) / 100;
    return {
      // Both types of ids occur.
      id: item % 2 === 0 ? item : String(item),
      url: `https://classifieds.example.bg/d/ad/obiava-ID${item}.html`,
      title: home ? `Двустаен апартамент ${item}, Лозенец` : `Планински велосипед ${item}`,
      description: '65 кв.м<br />\nтухла &amp; изглед',
      created_time: time(item * MINUTE_MS + DAY_MS),
      last_refresh_time: time(item * MINUTE_MS),
      valid_to_time: time(item * MINUTE_MS - 30 * DAY_MS),
      status: 'active',
      business: home,
      promotion: { highlighted: false },
      params: [
        {
          key: 'price',
          name: 'Цена',
          type: 'price',
          value: {
            value: item % 5 === 0 ? `${Math.floor(major)}` : major,
            type: 'price',
            negotiable: true,
            currency: 'EUR',
            previous_value: major + 10,
            label: `${major} €`,
          },
        },
        ...(home
          ? [
              { key: 'm', type: 'input', value: { key: '65', label: '65 кв.м' } },
              { key: 'rooms', type: 'select', value: { key: 'two', label: 'Двустаен' } },
              { key: 'floor_select', type: 'select', value: { key: 'floor_3', label: '3' } },
              { key: 'builttype', type: 'select', value: { key: 'brick', label: 'Тухла' } },
            ]
          : [{ key: 'state', type: 'select', value: { key: 'used', label: 'Използвано' } }]),
      ],
      user: { id: item % 40, name: home ? 'Агенция' : 'Иван' },
      contact: { name: 'Иван', phone: false },
      map: { lat: 42.67, lon: 23.32, radius: 0 },
      location: {
        city: { id: 1, name: item % 2 === 0 ? 'София' : 'Пловдив' },
        region: { id: 2, name: item % 2 === 0 ? 'Област София-град' : 'Област Пловдив' },
      },
      photos: [
        {
          id: item,
          filename: `${item}-BG`,
          width: 1_600,
          height: 1_200,
          link: `https://img.example.bg:443/v1/files/${item}-BG/image;s={width}x{height}`,
        },
      ],
      category: { id: home ? 999 : 20, type: home ? 'real_estate' : 'goods' },
      offer_type: 'offer',
    };
  };
  const shown = offer ?? offerOf;

  const list = (url: URL, origin: string): ReplayResponse => {
    const offset = Number(url.searchParams.get('offset') ?? 0);
    const limit = Number(url.searchParams.get('limit') ?? MAX_LIMIT);
    if (limit > MAX_LIMIT) return rejection(400, 'limit');
    if (offset > MAX_OFFSET) return rejection(400, 'offset');
    const category = Number(url.searchParams.get('category_id'));
    const found = shelf.items.filter((item) => (categoryOf?.(item) ?? category) === category);
    const items = found.slice(offset, offset + limit);
    const promoted = found.slice(-PROMOTED);
    const next = new URL(url.pathname + url.search, origin);
    next.searchParams.set('offset', String(loops ? offset : offset + limit));
    return jsonResponse({
      data: [...promoted, ...items].map(shown),
      metadata: {
        total_elements: Math.min(TOTAL_CAP, found.length),
        visible_total_count: found.length,
        promoted: promoted.map((_, at) => at),
      },
      links: {
        self: { href: url.href },
        ...(offset + limit < found.length ? { next: { href: next.href } } : {}),
      },
    });
  };

  const detail = (id: string): ReplayResponse => {
    const item = Number(id);
    return shelf.items.includes(item)
      ? jsonResponse({ data: shown(item) })
      : rejection(404, 'Ad not found');
  };

  const server = await startReplayServer({
    now,
    port,
    conditional: true,
    ...(robots === undefined ? {} : { robots }),
    shelf,
    response({ url, headers }) {
      if (rejects) return rejection(403, 'Forbidden');
      if (url.pathname === ROUTE) return list(url, `http://${headers.host ?? 'localhost'}`);
      const id = new RegExp(`^${ROUTE}(\\d+)/$`).exec(url.pathname)?.[1];
      return id === undefined ? rejection(404, 'no such route') : detail(id);
    },
  });
  return { server, shelf };
};
