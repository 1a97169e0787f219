/**
 * The peers of the uploads, each at its own URL: bytes straight into a file, the tus server, and a
 * form sent to S3 by lib-storage. Environment: FOLDER, and S3_* for the last.
 */
import { S3Client } from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { Busboy } from '@fastify/busboy';
import { FileStore } from '@tus/file-store';
import { Server } from '@tus/server';
import { createWriteStream } from 'node:fs';
import { open } from 'node:fs/promises';
import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { announceServer } from '../announce-server.ts';

const BUFFER = 1024 * 1024;
const folder = process.env['FOLDER'] ?? '/tmp';
let count = 0;
const nextName = (): string => `peer-${process.pid}-${(count += 1)}`;

/** `flush`: the product's files are on the disk before they are complete, so these are too. */
const takePipe = (request: IncomingMessage, flush: boolean): Promise<void> =>
  pipeline(
    request,
    createWriteStream(path.join(folder, nextName()), { highWaterMark: BUFFER, flush }),
  );

const s3 = new S3Client({
  endpoint: process.env['S3_ENDPOINT'] ?? 'http://127.0.0.1:9',
  region: 'us-east-1',
  forcePathStyle: true,
  requestChecksumCalculation: 'WHEN_REQUIRED',
  credentials: {
    accessKeyId: process.env['S3_ACCESS_KEY_ID'] ?? '',
    secretAccessKey: process.env['S3_SECRET_ACCESS_KEY'] ?? '',
  },
});

const toBucket = (content: Readable): Promise<unknown> =>
  new Upload({
    client: s3,
    params: { Bucket: process.env['S3_BUCKET'] ?? '', Key: nextName(), Body: content },
    partSize: 8 * 1024 * 1024,
    queueSize: 4,
  }).done();

const takeForm = (request: IncomingMessage): Promise<void> =>
  new Promise((resolve, reject) => {
    const type = request.headers['content-type'] ?? '';
    const parser = new Busboy({
      headers: { 'content-type': type },
      highWaterMark: BUFFER,
      fileHwm: BUFFER,
    });
    parser.on('file', (_field, content) => {
      toBucket(content).then(() => resolve(), reject);
    });
    parser.on('error', reject);
    request.pipe(parser);
  });

const tus = new Server({
  path: '/tus',
  datastore: new FileStore({ directory: folder }),
  // The library leaves the bytes in the system's cache; for equal durability they are flushed.
  onUploadFinish: async (_request, { id }) => {
    const handle = await open(path.join(folder, id), 'r+');
    await handle.sync();
    await handle.close();
    return {};
  },
});
const tusUnflushed = new Server({
  path: '/unflushed-tus',
  datastore: new FileStore({ directory: folder }),
});

const takes: Readonly<Record<string, (request: IncomingMessage) => Promise<void>>> = {
  '/pipe': (request) => takePipe(request, true),
  '/pipe-unflushed': (request) => takePipe(request, false),
  '/lib-storage': takeForm,
};

const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
  const url = request.url ?? '';
  if (url.startsWith('/tus')) return tus.handle(request, response);
  if (url.startsWith('/unflushed-tus')) return tusUnflushed.handle(request, response);
  await takes[url]?.(request);
  response.end('ok');
};

const server = http.createServer((request, response) => {
  handle(request, response).catch((error: unknown) => {
    process.stderr.write(`${String(error)}\n`);
    response.destroy();
  });
});
announceServer(server);
