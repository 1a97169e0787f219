import type { FastifyInstance } from 'fastify';
import type { Transaction } from 'kysely';
import type { MessageLink } from '@izgodno/contract/chat/message';
import { CallError } from '#platform/http/errors.ts';
import { GuardedFetchError, type GuardedFetch } from '#platform/http/guarded-fetch.ts';
import { loadSharp } from '#platform/load-sharp.ts';
import type { Database, Schema } from '#schema/schema.ts';

/** Pixels: twice the side of the image in a card, for dense screens. */
const SIDE = 168;
const QUALITY = 60;
const MAX_IMAGE_BYTES = 2 * 2 ** 20;
/** Copies are stored in the database. */
const MAX_COPY_BYTES = 12 * 2 ** 10;
const MAX_PIXELS = 25_000_000;
const MAX_DECODE_SECONDS = 3;
const TIMEOUT_MS = 6_000;
/** Others need other codecs, some of which take long for few bytes. */
const formats: ReadonlySet<string | undefined> = new Set(['jpeg', 'png', 'webp']);

const FOLDER = '/api/link-images/';

/** A small copy; null for what is no image or takes too long. */
const copyImage = async (bytes: Buffer): Promise<Buffer | null> => {
  try {
    const sharp = await loadSharp();
    const image = sharp(bytes, { limitInputPixels: MAX_PIXELS, sequentialRead: true });
    if (!formats.has((await image.metadata()).format)) return null;
    const copy = await image
      .timeout({ seconds: MAX_DECODE_SECONDS })
      .autoOrient()
      .resize(SIDE, SIDE, { fit: 'cover' })
      .webp({ quality: QUALITY })
      .toBuffer();
    return copy.length > MAX_COPY_BYTES ? null : copy;
  } catch {
    return null;
  }
};

/**
 * A small copy of a page's image, or null. The image itself would tell its site, which
 * the sender chooses, the address of each reader and when they read.
 */
export const fetchImage = async (
  fetch: GuardedFetch,
  url: string,
  signal: AbortSignal,
): Promise<Buffer | null> => {
  try {
    const { status, body } = await fetch(url, {
      accept: 'image/*',
      maxBytes: MAX_IMAGE_BYTES,
      timeoutMs: TIMEOUT_MS,
      signal,
    });
    return status === 200 ? await copyImage(body) : null;
  } catch (error) {
    if (error instanceof GuardedFetchError) return null;
    throw error;
  }
};

/** The preview of a page, and the copy of its image. */
export interface PagePreview {
  readonly link: MessageLink;
  readonly image: Buffer | null;
}

/** Stores the image of a preview of a message. Returns the link, which names it. */
export const storeImage = async (
  transaction: Transaction<Schema>,
  messageId: string,
  { link, image }: PagePreview,
): Promise<MessageLink> => {
  if (link.kind !== 'page' || image === null) return link;
  const path = `${FOLDER}${crypto.randomUUID()}.webp`;
  await transaction
    .insertInto('link_images')
    .values({ path, message_id: messageId, image })
    .execute();
  return { ...link, imageUrl: path };
};

/** A link without the image of another site, whose address an earlier release stored. */
export const presentLink = (link: MessageLink): MessageLink =>
  link.kind === 'page' && link.imageUrl?.startsWith(FOLDER) === false
    ? { ...link, imageUrl: null }
    : link;

/**
 * Serves the images to all who know their random names: they are copies of what everyone can see, and
 * only the members of a channel learn which one is in a message.
 */
export const addLinkImages = (app: FastifyInstance, database: Database): void => {
  app.get<{ Params: { file: string } }>(
    `${FOLDER}:file`,
    { config: { limit: { cost: 1 } } },
    async (request, reply) => {
      const stored = await database
        .selectFrom('link_images')
        .select('image')
        .where('path', '=', FOLDER + request.params.file)
        .executeTakeFirst();
      if (stored === undefined) throw new CallError('not_found');
      return reply
        .header('Cache-Control', 'private, max-age=86400, immutable')
        .type('image/webp')
        .send(stored.image);
    },
  );
};
