import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { randomBytes } from 'node:crypto';
import net from 'node:net';
import { Readable } from 'node:stream';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import {
  CHUNKED_UPLOAD_PATH,
  RESUMABLE_UPLOAD_PATH,
  uploadResponseSchema,
} from '@izgodno/contract/uploads/multipart';
import { s3ClientConfig } from '#platform/object-store/s3-store.ts';
import { scan, ScanFailedError } from '#platform/virus-scanner.ts';
import { harmfulText } from '#test/services/virus-scanner.ts';
import { fieldsOf, formOf, provideUploadApp, type Uploader } from '#test/upload-app.ts';
import { uploadMetadata } from '#test/upload-metadata.ts';
import { unknownBytes } from '#test/unknown-bytes.ts';

const server = inject('s3Server');
const scanner = inject('virusScanner');
const nothing = { rows: 0, objects: 0, unfinished: 0 };

const crash = (): Promise<never> => Promise.reject(new Error('The process died here.'));

describe.skipIf(server === null)('uploads into a bucket', () => {
  const bucket = `test-${randomBytes(6).toString('hex')}`;
  beforeAll(async () => {
    if (server === null) return;
    const client = new S3Client(s3ClientConfig({ ...server, region: 'us-east-1', bucket }));
    await client.send(new CreateBucketCommand({ Bucket: bucket }));
    client.destroy();
  });
  const uploads = provideUploadApp({
    environment: {
      S3_BUCKET: bucket,
      S3_ENDPOINT: server?.endpoint,
      S3_ACCESS_KEY_ID: server?.accessKeyId,
      S3_SECRET_ACCESS_KEY: server?.secretAccessKey,
      UPLOAD_CHUNK_SIZE: '5MB',
      S3_READS: 'links',
    },
  });
  let user: Uploader;
  beforeAll(async () => {
    user = await uploads.current.signUp();
  });
  const read = (path: string): Promise<Response> =>
    fetch(`${uploads.current.url}${path}`, { headers: { cookie: user.cookies } });

  test('a connection closed in the middle of the third part leaves nothing', async () => {
    const { port } = new URL(uploads.current.url);
    const socket = net.connect(Number(port), '127.0.0.1');
    socket.on('error', () => {});
    socket.write(
      `POST ${CHUNKED_UPLOAD_PATH} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${user.token}\r\n` +
        'Content-Type: multipart/form-data; boundary=b\r\nContent-Length: 20000000\r\n\r\n' +
        '--b\r\nContent-Disposition: form-data; name="file"; filename="a.bin"\r\n\r\n',
    );
    socket.write(unknownBytes(12_000_000));
    await expect.poll(async () => (await uploads.current.countAll()).unfinished).toBe(1);
    socket.destroy();
    await expect.poll(() => uploads.current.countAll()).toEqual(nothing);
  });

  test('a file in several parts is stored bit for bit, with an expiring link', async () => {
    const bytes = unknownBytes(12_000_000);
    const form = formOf(fieldsOf(user), new File([new Uint8Array(bytes)], 'a.bin'), 'file first');
    const uploaded = uploadResponseSchema.parse(
      await (await uploads.current.post(user, form)).json(),
    );
    const response = await read(uploaded.fileUrl);
    expect(response.url.startsWith(server?.endpoint ?? 'nowhere')).toBe(true);
    expect(response.url).toContain('X-Amz-Expires=300');
    expect(response.headers.get('content-disposition')).toMatch(/^attachment; filename="a.bin"/);
    expect(Buffer.from(await response.arrayBuffer()).equals(bytes)).toBe(true);
    await fetch(`${uploads.current.url}${uploaded.fileUrl}`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${user.token}` },
    });
    expect(await uploads.current.countAll()).toEqual(nothing);
  });

  const send = (
    method: string,
    path: string,
    more: Record<string, string> = {},
    body: Buffer | null = null,
  ) =>
    fetch(new URL(path, uploads.current.url), {
      method,
      headers: { authorization: `Bearer ${user.token}`, 'tus-resumable': '1.0.0', ...more },
      body: body === null ? null : new Uint8Array(body),
    });
  /** Begins a resumable upload; returns its path. */
  const create = async (length: number): Promise<string> => {
    const metadata = uploadMetadata({ ...fieldsOf(user), filename: 'a.bin' });
    const created = await send('POST', RESUMABLE_UPLOAD_PATH, {
      'upload-length': String(length),
      'upload-metadata': metadata,
    });
    return created.headers.get('location') ?? '';
  };
  const patch = (path: string, start: number, piece: Buffer): Promise<Response> =>
    send(
      'PATCH',
      path,
      { 'upload-offset': String(start), 'content-type': 'application/offset+octet-stream' },
      piece,
    );
  /** Reads the file of an upload, and removes it. */
  const take = async (path: string): Promise<Buffer> => {
    const file = `/api/files/${path.slice(path.lastIndexOf('/') + 1)}`;
    const bytes = Buffer.from(await (await read(file)).arrayBuffer());
    expect(await uploads.current.countAll()).toEqual({ rows: 1, objects: 1, unfinished: 0 });
    await send('DELETE', file);
    return bytes;
  };

  test('a resumable upload arrives in pieces', async () => {
    const bytes = unknownBytes(13_000_000);
    const path = await create(bytes.length);
    expect((await patch(path, 0, bytes.subarray(0, 6_000_000))).status).toBe(204);
    expect((await patch(path, 6_000_000, bytes.subarray(6_000_000))).status).toBe(204);
    expect((await take(path)).equals(bytes)).toBe(true);
  });

  test('interrupted by a crash before its parts were joined it becomes a file at the next HEAD', async () => {
    const bytes = unknownBytes(11_000_000);
    const path = await create(bytes.length);
    const { datastore } = uploads.current.storage.resumable;
    Object.assign(datastore, { finishMultipartUpload: crash });
    expect((await patch(path, 0, bytes)).status).toBe(503);
    expect((await uploads.current.countAll()).unfinished).toBe(1);
    Reflect.deleteProperty(datastore, 'finishMultipartUpload');

    const state = await send('HEAD', path);
    expect(state.headers.get('upload-offset')).toBe(String(bytes.length));
    expect((await take(path)).equals(bytes)).toBe(true);
  });

  test('cancelled in its middle it leaves nothing', async () => {
    const path = await create(11_000_000);
    expect((await patch(path, 0, unknownBytes(6_000_000))).status).toBe(204);
    expect((await uploads.current.countAll()).unfinished).toBe(1);
    expect((await send('DELETE', path)).status).toBe(204);
    expect(await uploads.current.countAll()).toEqual(nothing);
  });
});

describe.skipIf(scanner === null)('uploads that are scanned', () => {
  const uploads = provideUploadApp({ environment: { CLAMAV_SOCKET: scanner ?? undefined } });
  const upload = async (text: string) => {
    const user = await uploads.current.signUp();
    const form = formOf(fieldsOf(user), new File([text], 'a.txt', { type: 'text/plain' }));
    const { fileUrl, fileId } = uploadResponseSchema.parse(
      await (await uploads.current.post(user, form)).json(),
    );
    const response = await fetch(`${uploads.current.url}${fileUrl}`, {
      headers: { cookie: user.cookies },
    });
    return { response, fileId };
  };

  test('a harmful one is removed and never served', async () => {
    const { response, fileId } = await upload(harmfulText);
    expect(response.status).toBe(410);
    expect(await uploads.current.storage.store.size(fileId)).toBeNull();
  });

  test('one beyond the limit of the scanner is removed and never served', async () => {
    const { response, fileId } = await upload('words '.repeat(1_000_000));
    expect(response.status).toBe(410);
    expect(await uploads.current.storage.store.size(fileId)).toBeNull();
  });

  test('any other is served', async () => {
    expect((await upload('only words')).response.status).toBe(200);
  });
});

test('while the scanner is unavailable files wait, and are not served', async () => {
  await expect(scan('/nowhere/clamd.sock', Readable.from(['x']))).rejects.toBeInstanceOf(
    ScanFailedError,
  );
});
