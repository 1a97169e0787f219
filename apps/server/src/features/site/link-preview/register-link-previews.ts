import type { FastifyInstance } from 'fastify';
import type { LanguageCode } from '@izgodno/contract/common/language';
import { parseStorable } from '@izgodno/contract/common/parse-untrusted';
import { dealIdSchema } from '@izgodno/contract/deals/deal-id';
import type { Deal } from '@izgodno/contract/deals/deal';
import { CallError } from '#platform/http/errors.ts';
import { GuardedFetchError, type GuardedFetch } from '#platform/http/guarded-fetch.ts';
import { loadSharp } from '#platform/load-sharp.ts';
import { showMoney } from '#platform/locale-format.ts';
import { createSemaphore } from '#platform/semaphore.ts';
import { withDeadline } from '#platform/with-deadline.ts';
import type { DealResponses } from '#features/search/api.ts';
import { drawPreview, type PreviewContent } from './draw-preview.ts';
import { assessmentText } from '#features/deals/api.ts';

/** Previews in memory; each has some hundred kilobytes. */
const STORED_PREVIEWS = 60;
/** Previews that wait for their turn to be drawn; further ones are rejected. */
const MAX_WAITING = 20;
const MAX_IMAGE_BYTES = 8 * 1024 * 1024;
const IMAGE_TIMEOUT_MS = 4_000;
const PREVIEW_TIMEOUT_MS = 15_000;
const COST = 10;

const FILE_NAME = /^(\d+)-(bg|en)\.png$/;

/** The path of a deal's preview. Its query changes with what the preview shows. */
export const previewPath = (deal: Deal, language: LanguageCode): string => {
  const { code = '', days = '' } = deal.priceVerdict ?? {};
  const shown = [deal.price.amount, deal.price.currency, deal.status, code, days].join('-');
  return `/previews/${deal.id}-${language}.png?v=${shown}`;
};

const over = {
  en: { sold: 'Sold', expired: 'Expired', deleted: 'No longer offered' },
  bg: { sold: 'Продадена', expired: 'Изтекла', deleted: 'Вече не се предлага' },
} as const;

const contentOf = (
  deal: Deal,
  language: LanguageCode,
  siteName: string,
): Omit<PreviewContent, 'image'> => ({
  title: deal.title,
  price: showMoney(deal.price, language),
  note:
    deal.status === 'active'
      ? assessmentText(deal.priceVerdict, language, (amount) =>
          showMoney({ amount, currency: 'EUR' }, language),
        )
      : over[language][deal.status],
  siteName,
});

interface ImageOptions {
  readonly app: FastifyInstance;
  readonly fetch: GuardedFetch;
  readonly baseUrl: string;
}

/** Where the product's own images are. Other addresses of its own may wait for this preview. */
const OWN_IMAGE = /^\/(?:api\/files|demo-media)\//;

/** The product's own images are drawings or files whose type was proved. */
const readOwn = async (app: FastifyInstance, path: string): Promise<Buffer | null> => {
  if (!OWN_IMAGE.test(path)) return null;
  const { statusCode, rawPayload } = await app.inject({ method: 'GET', url: path });
  return statusCode === 200 && rawPayload.length <= MAX_IMAGE_BYTES ? rawPayload : null;
};

/** The formats that a shop's image may have, whatever it is called; an SVG could name further files. */
const FOREIGN_FORMATS: ReadonlySet<string | undefined> = new Set([
  'jpeg',
  'png',
  'webp',
  'gif',
  'heif',
]);

const isOfForeignFormat = async (body: Buffer): Promise<boolean> => {
  try {
    const sharp = await loadSharp();
    return FOREIGN_FORMATS.has((await sharp(body).metadata()).format);
  } catch {
    return false;
  }
};

const readForeign = async (fetch: GuardedFetch, url: string): Promise<Buffer | null> => {
  const { status, body } = await fetch(url, {
    accept: 'image/*',
    maxBytes: MAX_IMAGE_BYTES,
    timeoutMs: IMAGE_TIMEOUT_MS,
  });
  return status === 200 && (await isOfForeignFormat(body)) ? body : null;
};

const readImage = async (
  { app, fetch, baseUrl }: ImageOptions,
  deal: Deal,
): Promise<Buffer | null> => {
  const image = deal.media.find(({ kind }) => kind === 'image');
  if (image === undefined) return null;
  const base = new URL(baseUrl);
  const url = URL.parse(image.url, base);
  if (url === null) return null;
  try {
    return url.origin === base.origin
      ? await readOwn(app, `${url.pathname}${url.search}`)
      : await readForeign(fetch, url.href);
  } catch (error) {
    if (error instanceof GuardedFetchError) return null;
    throw error;
  }
};

export interface LinkPreviewsOptions {
  readonly siteName: string;
  readonly baseUrl: string;
  readonly responses: Pick<DealResponses, 'one'>;
  readonly fetch: GuardedFetch;
}

/** Serves an image of each deal for link previews: its title, image, price and what that is worth. */
export const registerLinkPreviews = (
  app: FastifyInstance,
  { siteName, baseUrl, responses, fetch }: LinkPreviewsOptions,
): void => {
  const drawn = new Map<string, Promise<Buffer>>();
  const drawing = createSemaphore(1);

  const draw = (deal: Deal, language: LanguageCode): Promise<Buffer> => {
    const content = contentOf(deal, language, siteName);
    const key = JSON.stringify([deal.id, deal.media[0]?.url, content]);
    const stored = drawn.get(key);
    if (stored !== undefined) return stored;
    if (drawing.waiting >= MAX_WAITING) throw new CallError('overloaded');
    const preview = drawing.run(async () => {
      const image = await readImage({ app, fetch, baseUrl }, deal);
      // The next request tries to get the image again.
      if (image === null && deal.media.length > 0) drawn.delete(key);
      return drawPreview({ ...content, image });
    });
    drawn.set(key, preview);
    preview.catch(() => drawn.delete(key));
    for (const old of [...drawn.keys()].slice(0, -STORED_PREVIEWS)) drawn.delete(old);
    return preview;
  };

  app.get<{ Params: { file: string } }>(
    '/previews/:file',
    { config: { limit: { cost: COST } } },
    async (request, reply) => {
      const [, id, language] = FILE_NAME.exec(request.params.file) ?? [];
      const dealId = parseStorable(dealIdSchema, id);
      if (!dealId.success) throw new CallError('not_found');
      const deal = await responses.one(dealId.data);
      const png = await withDeadline(
        draw(deal, language === 'en' ? 'en' : 'bg'),
        PREVIEW_TIMEOUT_MS,
      );
      return reply.header('Cache-Control', 'public, max-age=3600').type('image/png').send(png);
    },
  );
};
