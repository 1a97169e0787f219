import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { setTimeout as pause } from 'node:timers/promises';
import * as z from 'zod/mini';
import { parseStorable } from '@izgodno/contract/common/parse-untrusted';
import { deleteFile, getFileDetails, listUploads } from '@izgodno/contract/uploads/calls';
import { fileIdSchema, fileVariantSchema, type FileVariant } from '@izgodno/contract/uploads/file';
import type { Settings } from '#config/settings.ts';
import type { Database } from '#schema/schema.ts';
import { addCall } from '#platform/http/add-call.ts';
import { readUser, type Principal } from '#platform/http/authentication.ts';
import { CallError } from '#platform/http/errors.ts';
import type { OriginCookie } from '#platform/http/origin-cookie.ts';
import type { ObjectStore } from '#platform/object-store/object-store.ts';
import { parseRange } from './byte-range.ts';
import { contentDisposition } from './file-name.ts';
import { findFile, usedBytes, type FileRow } from './file-repository.ts';
import type { UploadReceiver } from './upload-receiver.ts';
import { presentFile, presentListed } from './present-file.ts';
import { asRejection } from './rejection.ts';
import type { StoredFiles } from './stored-files.ts';

/** How long a read waits for a file being processed, and the time between two checks. */
const READY_LIMIT_MS = 10_000;
const READY_INTERVAL_MS = 150;
const NOT_READY_RETRY_AFTER = 2;
/** Seconds for which a link into the store is valid and its redirect cacheable. */
const LINK_LIFETIME = 300;
const LINK_MAX_AGE = 240;
const YEAR_SECONDS = 31_536_000;
/** No scripts, requests, origin or frames: a file is only displayed. */
const FILE_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'; sandbox";

export interface FileRoutesDependencies {
  readonly database: Database;
  readonly store: ObjectStore;
  readonly files: StoredFiles;
  readonly intake: UploadReceiver;
  readonly cookie: OriginCookie;
  readonly settings: Pick<Settings, 'S3_READS' | 'UPLOAD_QUOTA'>;
  /** The stored bytes of a resumable upload. */
  readonly receivedBytes: (file: FileRow) => Promise<number>;
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

const isPublic = (file: FileRow): boolean =>
  file.subject_kind === 'deal' || file.subject_kind === 'avatar';

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

/** The calls that read, list and delete files. */
export const addFileRoutes = (
  app: FastifyInstance,
  { database, store, files, intake, cookie, settings, receivedBytes }: FileRoutesDependencies,
): void => {
  const readerOf = async (request: FastifyRequest): Promise<Principal | null> => {
    const token = cookie.read(request);
    return (
      (await readUser(request)) ??
      (token === null ? null : request.server.authenticator.authenticate(token))
    );
  };

  /** The file if this reader may know of it; otherwise not found. */
  const findFor = async (id: string, reader: Principal | null): Promise<FileRow> => {
    const file = await findFile(database, id);
    if (file === undefined || file.status === 'receiving') throw new CallError('not_found');
    if (!(await files.mayRead(file, reader))) throw new CallError('not_found');
    return file;
  };

  /** Waits a while for a file that is being processed. */
  const settle = async (file: FileRow, request: FastifyRequest): Promise<FileRow> => {
    let current: FileRow | undefined = file;
    for (let waited = 0; waited < READY_LIMIT_MS; waited += READY_INTERVAL_MS) {
      if (current.status !== 'processing' || request.raw.destroyed) break;
      await pause(READY_INTERVAL_MS);
      current = await findFile(database, file.id);
      if (current === undefined) throw new CallError('not_found');
    }
    return current;
  };

  const sendLink = async (
    reply: FastifyReply,
    { key, mediaType }: Representation,
    disposition: string,
  ): Promise<FastifyReply | null> => {
    if (settings.S3_READS !== 'links') return null;
    const link = await store.link(key, { mediaType, disposition, lifetime: LINK_LIFETIME });
    if (link === null) return null;
    return reply.header('Cache-Control', `private, max-age=${LINK_MAX_AGE}`).redirect(link, 302);
  };

  const sendBytes = async (
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

  const serve = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const parsed = parseStorable(paramsSchema, request.params);
    if (!parsed.success) throw new CallError('not_found');
    const { id, variant } = parsed.data;
    const file = await settle(await findFor(id, await readerOf(request)), request);
    requireReady(file);
    const representation = representationOf(file, variant);
    const disposition = contentDisposition(
      file.kind === 'other' ? 'attachment' : 'inline',
      file.name,
    );
    void reply.headers({
      ETag: representation.etag,
      'Accept-Ranges': 'bytes',
      'Cache-Control': `${isPublic(file) ? 'public' : 'private'}, max-age=${YEAR_SECONDS}, immutable`,
      'Content-Disposition': disposition,
      'Content-Security-Policy': FILE_POLICY,
      'X-Content-Type-Options': 'nosniff',
    });
    if (hasCopy(request, representation.etag)) return reply.status(304).send();
    const linked =
      variant === undefined ? await sendLink(reply, representation, disposition) : null;
    return linked ?? sendBytes(request, reply, representation);
  };

  for (const url of ['/api/files/:id', '/api/files/:id/:variant']) {
    app.route({
      method: 'GET',
      url,
      // Images and recordings are already compressed, and ranges count the stored bytes.
      compress: false,
      schema: { hide: true },
      // One page shows dozens of images.
      config: { limit: { cost: 0.1 } },
      handler: async (request, reply) => {
        void reply.header('Cache-Control', 'no-store');
        try {
          return await serve(request, reply);
        } catch (error) {
          void reply.removeHeader('ETag').header('Cache-Control', 'no-store');
          throw asRejection(error);
        }
      },
    });
  }

  addCall(app, getFileDetails, async ({ params, request }) => ({
    file: presentFile(await settle(await findFor(params.id, await readerOf(request)), request)),
  }));

  addCall(app, deleteFile, async ({ params, user }) => {
    const file = await findFile(database, params.id);
    if (file === undefined || file.owner_id !== user.id) throw new CallError('not_found');
    if (file.subject_id !== null) throw new CallError('file_in_use');
    await intake.discard(file.id, file.method);
    return {};
  });

  addCall(app, listUploads, async ({ query, user }) => {
    const newest = database
      .selectFrom('files')
      .selectAll()
      .where('owner_id', '=', user.id)
      .orderBy('id', 'desc')
      .limit(query.limit + 1);
    const rows = await (
      query.cursor === undefined ? newest : newest.where('id', '<', query.cursor)
    ).execute();
    const page = rows.slice(0, query.limit);
    return {
      uploads: await Promise.all(
        page.map(async (row) =>
          presentListed(row, row.status === 'receiving' ? await receivedBytes(row) : row.size),
        ),
      ),
      nextCursor: rows.length > page.length ? (page.at(-1)?.id ?? null) : null,
      usage: { used: await usedBytes(database, user.id), quota: settings.UPLOAD_QUOTA },
    };
  });
};
