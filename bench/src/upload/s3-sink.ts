/**
 * As much of S3 as an upload needs, and nothing kept: parts are read, hashed as every S3 service
 * hashes them, and thrown away. Beside it the cost of the sending side shows.
 */
import { createHash } from 'node:crypto';
import http, { type IncomingMessage, type ServerResponse } from 'node:http';

let count = 0;
const sizes = new Map<string, number>();

const xml = (response: ServerResponse, body: string): void => {
  response.writeHead(200, { 'content-type': 'application/xml' });
  response.end(`<?xml version="1.0" encoding="UTF-8"?>${body}`);
};

const take = async (request: IncomingMessage): Promise<{ etag: string; size: number }> => {
  const hash = createHash('md5');
  let size = 0;
  for await (const chunk of request) {
    hash.update(chunk);
    size += chunk.length;
  }
  return { etag: `"${hash.digest('hex')}"`, size };
};

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
    const { etag, size } = await take(request);
    sizes.set(pathname, (sizes.get(pathname) ?? 0) + size);
    response.writeHead(200, { etag }).end();
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
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  process.stdout.write(`Ready: http://127.0.0.1:${port}\n`);
});
process.on('SIGTERM', () => process.exit(0));
