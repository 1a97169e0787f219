/**
 * The part of S3 that an upload needs, without storage: parts are read and discarded, which shows
 * the cost of the sending side. With CHECKS=crc32 it rejects parts that differ from their CRC-32,
 * like current services; otherwise it ignores checksums, like older ones.
 */
import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import { crc32 } from 'node:zlib';
import { announceServer } from '../announce-server.ts';

const checks = process.env['CHECKS'] === 'crc32';
let count = 0;
const sizes = new Map<string, number>();

const xml = (response: ServerResponse, body: string, status = 200): void => {
  response.writeHead(status, { 'content-type': 'application/xml' });
  response.end(`<?xml version="1.0" encoding="UTF-8"?>${body}`);
};

/** The announced checksum of a service that checks it, as a number. */
const announcedCrc32 = (request: IncomingMessage): number | null => {
  const header = request.headers['x-amz-checksum-crc32'];
  return checks && typeof header === 'string' ? Buffer.from(header, 'base64').readUInt32BE() : null;
};

/** Reads and discards a part: its size, or null if it differs from its checksum. */
const take = (request: IncomingMessage): Promise<number | null> =>
  new Promise((resolve, reject) => {
    const announced = announcedCrc32(request);
    let size = 0;
    let sum = 0;
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (announced !== null) sum = crc32(chunk, sum);
    });
    request.on('end', () => resolve(announced === null || announced === sum ? size : null));
    request.on('error', reject);
  });

const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://sink');
  if (request.method === 'POST' && searchParams.has('uploads')) {
    request.resume();
    count += 1;
    xml(
      response,
      `<InitiateMultipartUploadResult><UploadId>${count}</UploadId></InitiateMultipartUploadResult>`,
    );
  } else if (request.method === 'PUT') {
    const size = await take(request);
    if (size === null) {
      xml(response, '<Error><Code>BadDigest</Code></Error>', 400);
      return;
    }
    sizes.set(pathname, (sizes.get(pathname) ?? 0) + size);
    response.writeHead(200, { etag: '"part"' }).end();
  } else if (request.method === 'POST') {
    request.resume();
    xml(
      response,
      '<CompleteMultipartUploadResult><ETag>"whole"</ETag></CompleteMultipartUploadResult>',
    );
  } else if (request.method === 'HEAD') {
    response.writeHead(200, { 'content-length': sizes.get(pathname) ?? 0 }).end();
  } else if (request.method === 'GET') {
    xml(response, '<ListMultipartUploadsResult></ListMultipartUploadsResult>');
  } else {
    request.resume();
    response.writeHead(204).end();
  }
};

const server = http.createServer((request, response) => {
  handle(request, response).catch(() => response.destroy());
});
announceServer(server);
