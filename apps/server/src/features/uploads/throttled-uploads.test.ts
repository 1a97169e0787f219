import type { Transform } from 'node:stream';
import { afterAll, expect, test, vi } from 'vitest';
import { CHUNKED_UPLOAD_PATH, RESUMABLE_UPLOAD_PATH } from '@izgodno/contract/uploads/multipart';
import { fieldsOf, formOf, provideUploadApp } from '#test/upload-app.ts';
import { uploadMetadata } from '#test/upload-metadata.ts';

/** Bytes that were throttled. */
const throttled = vi.hoisted(() => {
  // Test files share modules: the mock applies only to modules loaded from here on.
  vi.resetModules();
  return { bytes: 0 };
});
afterAll(() => {
  vi.resetModules();
});

vi.mock(import('./throttle.ts'), async (original) => {
  const actual = await original();
  class CountingThrottle extends actual.Throttle {
    override stream(): Transform {
      return super.stream().on('data', (piece: Buffer) => {
        throttled.bytes += piece.length;
      });
    }
  }
  return { ...actual, Throttle: CountingThrottle };
});

const uploads = provideUploadApp();
const BYTES = 300_000;

test('the bytes of every upload, in one form or in pieces, are throttled', async () => {
  const owner = await uploads.current.signUp();
  const file = new File([new Uint8Array(BYTES).fill(97)], 'a.txt', { type: 'text/plain' });
  const sent = await uploads.current.post(
    owner,
    formOf(fieldsOf(owner), file),
    CHUNKED_UPLOAD_PATH,
  );
  expect(sent.status).toBe(200);
  // The form also has delimiters and fields.
  expect(throttled.bytes).toBeGreaterThan(BYTES);

  throttled.bytes = 0;
  const headers = { authorization: `Bearer ${owner.token}`, 'tus-resumable': '1.0.0' };
  const metadata = uploadMetadata({ ...fieldsOf(owner), filename: 'a.txt', filetype: file.type });
  const created = await fetch(new URL(RESUMABLE_UPLOAD_PATH, uploads.current.url), {
    method: 'POST',
    headers: { ...headers, 'upload-length': String(BYTES), 'upload-metadata': metadata },
  });
  const patched = await fetch(new URL(created.headers.get('location') ?? '', uploads.current.url), {
    method: 'PATCH',
    headers: {
      ...headers,
      'upload-offset': '0',
      'content-type': 'application/offset+octet-stream',
    },
    body: file,
  });
  expect(patched.status).toBe(204);
  expect(throttled.bytes).toBe(BYTES);
});
