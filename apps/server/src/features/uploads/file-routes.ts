import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { parseStorable } from '@izgodno/contract/common/parse-untrusted';
import * as calls from '@izgodno/contract/uploads/calls';
import { fileIdSchema, fileVariantSchema, type FileVariant } from '@izgodno/contract/uploads/file';
import { createCallAdder, type CallHandler } from '#platform/http/add-call.ts';
import { readUser, type Principal } from '#platform/http/authentication.ts';
import { CallError } from '#platform/http/errors.ts';
import { networkOf } from '#platform/ip-network.ts';
import type { OriginCookie } from '#platform/http/origin-cookie.ts';
import type { ByteRange } from '#platform/object-store/object-store.ts';
import { contentDisposition } from './file-name.ts';
import {
  claimUnused,
  findFile,
  presentFile,
  presentListed,
  usedBytes,
  type FileRow,
} from './file-repository.ts';
import type { Files } from './files.ts';
import { ProcessedWait } from './processed-wait.ts';
import { asRejection } from './rejection.ts';
import { discardFile } from './upload-receiver.ts';
import { after, type UploadsContext } from './uploads-context.ts';

const NOT_READY_RETRY_AFTER = 2;
/** Seconds for which a link into the store is valid and its redirect cacheable. */
const LINK_LIFETIME = 300;
const LINK_MAX_AGE = 240;
const YEAR_SECONDS = 31_536_000;
/** No scripts, requests, origin or frames: a file is only displayed. */
const FILE_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'; sandbox";

interface FilesContext extends UploadsContext {
  readonly files: Files;
  readonly cookie: OriginCookie;
}

interface ReadContext extends FilesContext {
  readonly processed: ProcessedWait;
}

const paramsSchema = z.object({ id: fileIdSchema, variant: z.optional(fileVariantSchema) });

/** The response for a file or one of its variants. */
interface Representation {
  readonly key: string;
  readonly size: number;
  readonly mediaType: string;
  readonly etag: string;
}

const representationOf = (file: FileRow, variant: FileVariant | undefined): Representation => {
  if (variant === undefined) {
    return {
      key: file.object_key,
      size: file.size,
      mediaType: file.kind === 'other' ? 'application/octet-stream' : file.media_type,
      etag: `"${file.id}"`,
    };
  }
  const found = file.variants.find(({ name }) => name === variant);
  if (found === undefined) throw new CallError('not_found');
  const mediaType = variant.endsWith('.avif') ? 'image/avif' : 'image/webp';
  return { key: found.key, size: found.size, mediaType, etag: `"${file.id}.${variant}"` };
};

const wantsPart = (request: FastifyRequest, etag: string): boolean => {
  const condition = request.headers['if-range'];
  return condition === undefined || condition === etag;
};

const hasCopy = (request: FastifyRequest, etag: string): boolean => {
  const known = request.headers['if-none-match'];
  if (known === undefined) return false;
  return known.split(',').some((entry) => entry.trim().replace(/^W\//, '') === etag);
};

const requireReady = (file: FileRow): void => {
  if (file.status === 'refused') throw new CallError('file_refused');
  if (file.status !== 'ready') {
    throw new CallError('file_not_ready', { retryAfter: NOT_READY_RETRY_AFTER });
  }
};

/**
 * Parses a `Range` header (RFC 9110, section 14): null for the whole file, also for several ranges
 * and for invalid ones; `unsatisfiable` for a range beyond the end.
 */
const parseRange = (
  header: string | undefined,
  size: number,
): ByteRange | 'unsatisfiable' | null => {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? '');
  const [, first = '', last = ''] = match ?? [];
  if (match === null || (first === '' && last === '')) return null;
  if (first === '') {
    const length = Number(last);
    if (length === 0 || size === 0) return 'unsatisfiable';
    return { start: Math.max(0, size - length), end: size - 1 };
  }
  const start = Number(first);
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (last !== '' && Number(last) < start) return null;
  return start >= size ? 'unsatisfiable' : { start, end };
};

/** The user of the cookie. A key in it is a stranger's, because its scopes are for the header. */
const readCookieUser = async (
  { cookie }: Pick<FilesContext, 'cookie'>,
  request: FastifyRequest,
): Promise<Principal | null> => {
  const token = cookie.read(request);
  if (token === null) return null;
  const principal = await request.server.authenticator.authenticate(token);
  return principal?.scopes === undefined ? principal : null;
};

const readerOf = async (
  context: Pick<FilesContext, 'cookie'>,
  request: FastifyRequest,
): Promise<Principal | null> =>
  (await readUser(request)) ?? (await readCookieUser(context, request));

/**
 * The file if the caller may know of it; otherwise not found. Waits a while for one that is being
 * processed.
 */
const findReadable = async (
  { database, files, processed, ...context }: ReadContext,
  id: string,
  request: FastifyRequest,
): Promise<FileRow> => {
  const reader = await readerOf(context, request);
  const find = async (): Promise<FileRow> => {
    const file = await findFile(database, id);
    if (file === undefined || file.status === 'receiving') throw new CallError('not_found');
    if (!(await files.mayRead(file, reader))) throw new CallError('not_found');
    return file;
  };
  const file = await find();
  if (file.status !== 'processing') return file;
  const whose = reader?.id ?? networkOf(request.ip);
  await processed.wait(id, whose, () => request.raw.destroyed);
  // The reader may have lost the access meanwhile.
  return find();
};

/** Pages show images and media of other hosts by https only, so an http: bucket is read through the product. */
const readsByLinks = ({ S3_READS, S3_ENDPOINT }: FilesContext['settings']): boolean =>
  (S3_READS ?? (URL.parse(S3_ENDPOINT ?? '')?.protocol === 'http:' ? 'proxied' : 'links')) ===
  'links';

/** A link into the store, or null if the product sends the bytes. */
const linkTo = async (
  { settings, store }: FilesContext,
  { key, mediaType }: Representation,
  disposition: string,
): Promise<string | null> =>
  readsByLinks(settings)
    ? store.link(key, { mediaType, disposition, lifetime: LINK_LIFETIME })
    : null;

const sendBytes = async (
  { store }: FilesContext,
  request: FastifyRequest,
  reply: FastifyReply,
  { key, size, mediaType, etag }: Representation,
): Promise<FastifyReply> => {
  const range = wantsPart(request, etag) ? parseRange(request.headers.range, size) : null;
  if (range === 'unsatisfiable') {
    return reply
      .status(416)
      .header('Content-Range', `bytes */${size}`)
      .header('Cache-Control', 'no-store')
      .send();
  }
  const content = await store.read(key, range ?? undefined);
  if (content === null) throw new CallError('not_found');
  if (range !== null) {
    void reply.status(206).header('Content-Range', `bytes ${range.start}-${range.end}/${size}`);
  }
  return reply
    .type(mediaType)
    .header('Content-Length', range === null ? size : range.end - range.start + 1)
    .send(content);
};

const sendFile = async (
  context: ReadContext,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> => {
  const parsed = parseStorable(paramsSchema, request.params);
  if (!parsed.success) throw new CallError('not_found');
  const { id, variant } = parsed.data;
  const file = await findReadable(context, id, request);
  // A shared cache must not store what only its owner may read, such as an image of a deleted deal.
  const isPublic = await context.files.mayRead(file, null);
  requireReady(file);
  const representation = representationOf(file, variant);
  const disposition = contentDisposition(
    file.kind === 'other' ? 'attachment' : 'inline',
    file.name,
  );
  void reply.headers({
    ETag: representation.etag,
    'Accept-Ranges': 'bytes',
    'Cache-Control': `${isPublic ? 'public' : 'private'}, max-age=${YEAR_SECONDS}, immutable`,
    'Content-Disposition': disposition,
    'Content-Security-Policy': FILE_POLICY,
    'X-Content-Type-Options': 'nosniff',
  });
  if (hasCopy(request, representation.etag)) return reply.status(304).send();
  const link = variant === undefined ? await linkTo(context, representation, disposition) : null;
  if (link === null) return sendBytes(context, request, reply, representation);
  return reply.header('Cache-Control', `private, max-age=${LINK_MAX_AGE}`).redirect(link, 302);
};

const deleteFile: CallHandler<FilesContext, typeof calls.deleteFile> = async (
  context,
  { params, user },
) => {
  const { database } = context;
  const claimed = await claimUnused(database, params.id, user.id, after(context, 0));
  if (claimed === null) {
    const file = await findFile(database, params.id);
    throw new CallError(file?.owner_id === user.id ? 'file_in_use' : 'not_found');
  }
  await discardFile(context, params.id, claimed.method);
  return {};
};

/** The stored bytes of a file, also while it is received. */
const storedBytes = async ({ resumable }: FilesContext, file: FileRow): Promise<number> => {
  if (file.status !== 'receiving') return file.size;
  return resumable.datastore.getUpload(file.id).then(
    ({ offset }) => offset,
    () => 0,
  );
};

const listUploads: CallHandler<FilesContext, typeof calls.listUploads> = async (
  context,
  { query: { cursor, limit }, user },
) => {
  const { database, settings } = context;
  const rows = await database
    .selectFrom('files')
    .selectAll()
    .where('owner_id', '=', user.id)
    .$if(cursor !== undefined, (query) => query.where('id', '<', cursor ?? ''))
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute();
  const page = rows.slice(0, limit);
  return {
    uploads: await Promise.all(
      page.map(async (row) => presentListed(row, await storedBytes(context, row))),
    ),
    nextCursor: rows.length > page.length ? (page.at(-1)?.id ?? null) : null,
    usage: { used: await usedBytes(database, user.id), quota: settings.UPLOAD_QUOTA },
  };
};

/** The calls that read, list and delete files. */
export const addFileRoutes = (app: FastifyInstance, given: FilesContext): void => {
  const context = { ...given, processed: new ProcessedWait(given) };
  for (const url of ['/api/files/:id', '/api/files/:id/:variant']) {
    app.route({
      method: 'GET',
      url,
      // Images and recordings are already compressed, and ranges count the stored bytes.
      compress: false,
      // One page shows dozens of images.
      config: { limit: { cost: 0.1 }, scope: 'uploads:read' },
      handler: async (request, reply) => {
        void reply.header('Cache-Control', 'no-store');
        try {
          return await sendFile(context, request, reply);
        } catch (error) {
          void reply.removeHeader('ETag').header('Cache-Control', 'no-store');
          throw asRejection(error);
        }
      },
    });
  }

  const add = createCallAdder(app, context);
  add(calls.getFileDetails, async (_, { params, request }) => ({
    file: presentFile(await findReadable(context, params.id, request)),
  }));
  add(calls.deleteFile, deleteFile);
  add(calls.listUploads, listUploads);
};
