import type { Transaction } from 'kysely';
import sharp from 'sharp';
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { fileSchema, type StoredFile } from '@izgodno/contract/uploads/file';
import { WAVEFORM_BARS } from '@izgodno/contract/uploads/limits';
import { createApiKey } from '@izgodno/contract/accounts/key-calls';
import type { KeyScope } from '@izgodno/contract/common/key-scopes';
import { listUploads } from '@izgodno/contract/uploads/calls';
import { uploadResponseSchema, type UploadResponse } from '@izgodno/contract/uploads/multipart';
import type { Schema } from '#schema/schema.ts';
import { readBeeps } from '#test/recordings.ts';
import { fieldsOf, formOf, provideUploadApp, type Uploader } from '#test/upload-app.ts';
import type { FileSubject } from './file-access.ts';
import { unknownBytes } from '#test/unknown-bytes.ts';

const uploads = provideUploadApp();
let owner: Uploader;
let stranger: Uploader;
/** Epoch milliseconds at which both sessions began. */
let start: number;
beforeAll(async () => {
  start = uploads.current.time;
  owner = await uploads.current.signUp();
  stranger = await uploads.current.signUp();
  uploads.current.files.registerAccessPolicy({
    kind: 'message',
    mayRead: (id, reader) => Promise.resolve(id === 'shared' && reader?.id === stranger.id),
  });
  uploads.current.files.registerAccessPolicy({
    kind: 'deal',
    mayRead: (id) => Promise.resolve(id !== '404'),
  });
});

const upload = async (
  bytes: Uint8Array,
  name: string,
  type: string,
  fields: Record<string, string> = {},
): Promise<UploadResponse> => {
  const file = new File([new Uint8Array(bytes)], name, { type });
  const response = await uploads.current.post(owner, formOf(fieldsOf(owner, fields), file));
  return uploadResponseSchema.parse(await response.json());
};

const inTransaction = <Result>(
  work: (transaction: Transaction<Schema>) => Promise<Result>,
): Promise<Result> => uploads.current.database.database.transaction().execute(work);

const attach = (ids: readonly string[], subject: FileSubject, ownerId = owner.id) =>
  inTransaction((transaction) => uploads.current.files.attach(ids, subject, ownerId, transaction));

const get = (
  path: string,
  reader: Uploader | null = owner,
  headers: Record<string, string> = {},
): Promise<Response> =>
  fetch(`${uploads.current.url}${path}`, {
    headers: { ...headers, ...(reader === null ? {} : { cookie: reader.cookies }) },
  });

const detailsOf = async (id: string): Promise<StoredFile> => {
  const response: unknown = await (await get(`/api/files/${id}/details`)).json();
  if (typeof response !== 'object' || response === null || !('file' in response))
    throw new Error('No file');
  return fileSchema.parse(response.file);
};

const makeKey = async (scope: KeyScope): Promise<string> => {
  const response = await uploads.current.app.inject({
    method: 'POST',
    url: createApiKey.path,
    headers: { authorization: `Bearer ${owner.token}` },
    body: { name: 'Robot', scopes: [scope] },
  });
  return createApiKey.response.parse(response.json()).secret;
};

const asBearer = (key: string) => ({ authorization: `Bearer ${key}` });
const inCookie = (key: string) => ({ cookie: owner.cookies.replace(owner.token, key) });

/** A photo with the location in its metadata. */
const photo = (width = 1600, height = 900): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: '#39ff14' } })
    .jpeg()
    .withExif({ IFD0: { Copyright: 'secret place' }, IFD3: { GPSLatitude: '42/1 41/1 0/1' } })
    .toBuffer();

describe('a file is read', () => {
  let uploaded: UploadResponse;
  const bytes = unknownBytes(100_000);
  beforeAll(async () => {
    uploaded = await upload(bytes, 'Отчет (1).bin', 'application/octet-stream');
  });

  test('as an immutable download that no browser runs', async () => {
    const response = await get(uploaded.fileUrl);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-length': String(bytes.length),
      'content-disposition':
        'attachment; filename="_____ (1).bin"; filename*=UTF-8\'\'%D0%9E%D1%82%D1%87%D0%B5%D1%82%20%281%29.bin',
      'cache-control': 'private, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'content-security-policy':
        "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'; sandbox",
      'accept-ranges': 'bytes',
      etag: `"${uploaded.fileId}"`,
    });
  });

  test.for([
    ['7', 'public'],
    ['404', 'private'],
  ] as const)('of deal %s by its owner, and stored by %s caches', async ([id, caches]) => {
    const { fileId, fileUrl } = await upload(unknownBytes(10), 'a.bin', '');
    await attach([fileId], { kind: 'deal', id });
    const response = await get(fileUrl, owner);
    expect([response.status, response.headers.get('cache-control')]).toEqual([
      200,
      `${caches}, max-age=31536000, immutable`,
    ]);
  });

  test.for([
    ['bytes=0-9', 0, 10],
    ['bytes=99990-', 99_990, 100_000],
    ['bytes=-5', 99_995, 100_000],
    ['bytes=50-999999999', 50, 100_000],
  ] as const)('in part: %s', async ([range, start, end]) => {
    const response = await get(uploaded.fileUrl, owner, { range });
    expect(response.status).toBe(206);
    expect(response.headers.get('content-range')).toBe(`bytes ${start}-${end - 1}/100000`);
    const part = Buffer.from(await response.arrayBuffer());
    expect(part.equals(bytes.subarray(start, end))).toBe(true);
  });

  test.for(['bytes=9-5', 'bytes=0-1,5-6', 'items=1-2', 'bytes=-'])(
    'whole, if the range is invalid: %s',
    async (range) => {
      expect((await get(uploaded.fileUrl, owner, { range })).status).toBe(200);
    },
  );

  test('not beyond its end', async () => {
    const response = await get(uploaded.fileUrl, owner, { range: 'bytes=100000-' });
    expect(response.status).toBe(416);
    expect(response.headers.get('content-range')).toBe('bytes */100000');
  });

  test('not again if the reader has it', async () => {
    const etag = `"${uploaded.fileId}"`;
    expect((await get(uploaded.fileUrl, owner, { 'if-none-match': etag })).status).toBe(304);
    const stale = { range: 'bytes=0-9', 'if-range': '"other"' };
    expect((await get(uploaded.fileUrl, owner, stale)).status).toBe(200);
  });

  test('by a key within its scopes, and never by a key in the cookie of browsers', async () => {
    const [reading, other] = [await makeKey('uploads:read'), await makeKey('deals:read')];
    for (const path of [uploaded.fileUrl, `${uploaded.fileUrl}/details`]) {
      expect((await get(path, null, asBearer(reading))).status).toBe(200);
      expect((await get(path, null, asBearer(other))).status).toBe(404);
      for (const key of [reading, other])
        expect((await get(path, null, inCookie(key))).status).toBe(404);
    }
  });

  test('by its owner alone while it is unused, by readers of the message afterwards', async () => {
    expect((await get(uploaded.fileUrl, stranger)).status).toBe(404);
    expect((await get(uploaded.fileUrl, null)).status).toBe(404);
    await attach([uploaded.fileId], { kind: 'message', id: 'shared' });
    expect((await get(uploaded.fileUrl, stranger)).status).toBe(200);
    expect((await get(uploaded.fileUrl, null)).status).toBe(404);
  });

  test.for(['nonsense', '../..', '01890000-0000-7000-8000-000000000000', '%00'])(
    'not at %s, which does not exist',
    async (id) => {
      expect((await get(`/api/files/${id}`)).status).toBe(404);
    },
  );
});

describe('the user of files', () => {
  afterEach(() => {
    uploads.current.time = start;
    vi.restoreAllMocks();
  });

  test('accepts complete ones of their owner only, all or none, and only unused ones', async () => {
    const { files } = uploads.current;
    const mine = await upload(unknownBytes(10), 'a.bin', '');
    const other = await upload(unknownBytes(10), 'b.bin', '');
    const subject = { kind: 'message', id: 'm1' } as const;
    await expect(attach([mine.fileId], subject, stranger.id)).rejects.toMatchObject({
      code: 'not_found',
    });
    await expect(attach([mine.fileId, crypto.randomUUID()], subject)).rejects.toMatchObject({
      code: 'not_found',
    });
    await attach([mine.fileId, other.fileId, mine.fileId], subject);
    await attach([mine.fileId], subject);
    await expect(attach([mine.fileId], { kind: 'deal', id: '1' })).rejects.toMatchObject({
      code: 'not_found',
    });
    const owned = await files.findOwned([other.fileId, 'x', mine.fileId], owner.id);
    expect(owned.map(({ id }) => id)).toEqual([other.fileId, mine.fileId]);
    expect(await files.findOwned([mine.fileId], stranger.id)).toEqual([]);
  });

  test('keeps them from the sweep, and released ones are removed', async () => {
    const { files, jobs } = uploads.current;
    const [attached, released, free] = [
      await upload(unknownBytes(10), 'kept.bin', ''),
      await upload(unknownBytes(10), 'released.bin', ''),
      await upload(unknownBytes(10), 'free.bin', ''),
    ];
    const subject = { kind: 'deal', id: '77' } as const;
    await attach([attached.fileId, released.fileId], subject);
    await inTransaction((transaction) =>
      files.release(subject, { keep: [attached.fileId], transaction }),
    );
    uploads.current.time += 23 * 3_600_000;
    await jobs.fire('files.sweep');
    const statuses = async () =>
      Promise.all(
        [attached, released, free].map(async ({ fileUrl }) => (await get(fileUrl)).status),
      );
    // The sessions have ended meanwhile; the deal's file is public.
    expect((await statuses())[0]).toBe(200);
    const known = await files.describe([attached.fileId, released.fileId, free.fileId]);
    expect([...known.keys()].toSorted()).toEqual([attached.fileId, free.fileId].toSorted());
    uploads.current.time += 2 * 3_600_000;
    await jobs.fire('files.sweep');
    expect([...(await files.describe([attached.fileId, free.fileId])).keys()]).toEqual([
      attached.fileId,
    ]);
  });

  test('may use one that the sweep was about to remove', async () => {
    const { files, jobs, storage } = uploads.current;
    // The sweep goes by age, so of two files of one millisecond either may come first.
    const first = await upload(unknownBytes(10), 'first.bin', '');
    uploads.current.time += 1;
    const wanted = await upload(unknownBytes(10), 'wanted.bin', '');
    vi.spyOn(storage.store, 'remove').mockImplementationOnce(async (keys) => {
      await attach([wanted.fileId], { kind: 'deal', id: '78' });
      await storage.store.remove(keys);
    });
    uploads.current.time += 25 * 3_600_000;
    await jobs.fire('files.sweep');
    // The sessions have ended meanwhile; the deal's file is public.
    expect([...(await files.describe([first.fileId, wanted.fileId])).keys()]).toEqual([
      wanted.fileId,
    ]);
    expect((await get(wanted.fileUrl)).status).toBe(200);
  });

  test('is erased with its account', async () => {
    const { files, jobs, database } = uploads.current;
    const response = await upload(unknownBytes(10), 'a.bin', '');
    await database.database
      .updateTable('files')
      .set({ owner_id: null })
      .where('id', '=', response.fileId)
      .execute();
    await jobs.fire('files.sweep');
    expect((await files.describe([response.fileId])).size).toBe(0);
    expect(await uploads.current.storage.store.size(response.fileId)).toBeNull();
  });
});

describe('an image', () => {
  test('loses its location metadata, and gets smaller variants', async () => {
    const bytes = await photo();
    expect((await sharp(bytes).metadata()).exif?.includes('secret place')).toBe(true);
    const { fileId, fileUrl } = await upload(bytes, 'beach.jpg', 'image/jpeg');
    const file = await detailsOf(fileId);
    expect(file).toMatchObject({ kind: 'image', status: 'ready', width: 1600, height: 900 });
    expect(file.placeholder?.length).toBeGreaterThan(20);

    const response = await get(fileUrl);
    expect(response.headers.get('content-type')).toBe('image/jpeg');
    expect(response.headers.get('content-disposition')).toMatch(/^inline;/);
    const clean = Buffer.from(await response.arrayBuffer());
    expect((await sharp(clean).metadata()).exif).toBeUndefined();
    expect(clean.includes('secret place')).toBe(false);

    expect(Object.keys(file.variants).toSorted()).toEqual([
      'medium.avif',
      'medium.webp',
      'small.avif',
      'small.webp',
    ]);
    for (const [name, side, type] of [
      ['small.avif', 320, 'image/avif'],
      ['medium.webp', 1280, 'image/webp'],
    ] as const) {
      const variant = await get(file.variants[name] ?? '');
      expect(variant.headers.get('content-type')).toBe(type);
      const { width } = await sharp(Buffer.from(await variant.arrayBuffer())).metadata();
      expect(width).toBe(side);
    }
    // The uploaded bytes were removed.
    expect(await uploads.current.storage.store.size(fileId)).toBeNull();
  });

  test('is rotated upright', async () => {
    const bytes = await sharp({ create: { width: 40, height: 20, channels: 3, background: 'red' } })
      .jpeg()
      .withMetadata({ orientation: 6 })
      .toBuffer();
    const { fileId } = await upload(bytes, 'a.jpg', 'image/jpeg');
    expect(await detailsOf(fileId)).toMatchObject({ width: 20, height: 40 });
  });

  test('with too many pixels, or truncated, is rejected and removed', async () => {
    const bomb = await sharp({
      create: { width: 12_000, height: 12_000, channels: 3, background: 'white' },
      limitInputPixels: false,
    })
      .png({ compressionLevel: 9 })
      .toBuffer();
    for (const bytes of [bomb, (await photo()).subarray(0, 3000)]) {
      const { fileId, fileUrl } = await upload(bytes, 'bomb.png', 'image/png');
      expect((await detailsOf(fileId)).status).toBe('refused');
      expect((await get(fileUrl)).status).toBe(410);
      expect(await uploads.current.storage.store.size(fileId)).toBeNull();
    }
  });

  test('is processed beside those of others, one of each owner at a time', async () => {
    const { jobs } = uploads.current;
    await upload(await photo(40, 20), 'mine.jpg', 'image/jpeg');
    expect(jobs.groups.at(-1)).toEqual({ name: 'files.process', group: owner.id });
    expect(jobs.lanes.get('files.process')).toEqual({ concurrency: 2, groupConcurrency: 1 });
  });

  test('in SVG is a download', async () => {
    const drawing = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
    const { fileUrl } = await upload(Buffer.from(drawing), 'a.svg', 'image/svg+xml');
    const response = await get(fileUrl);
    expect(response.headers.get('content-type')).toBe('application/octet-stream');
    expect(response.headers.get('content-disposition')).toMatch(/^attachment;/);
  });
});

/** A WAV of silence. */
const silence = (seconds: number): Buffer => {
  const data = Buffer.alloc(8000 * seconds, 128);
  const header = Buffer.alloc(44);
  header.write('RIFF', 0);
  header.writeUInt32LE(36 + data.length, 4);
  header.write('WAVEfmt ', 8);
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(8000, 24);
  header.writeUInt32LE(8000, 28);
  header.writeUInt16LE(1, 32);
  header.writeUInt16LE(8, 34);
  header.write('data', 36);
  header.writeUInt32LE(data.length, 40);
  return Buffer.concat([header, data]);
};

/**
 * The beginning of a WebM as browsers record it: an EBML header of that document type, and no
 * length. What follows is no element, because random bytes now and then tell a length.
 */
const webm = Buffer.concat([
  Buffer.from(
    '1a45dfa39f4286810142f7810142f2810442f381084282847765626d42878104428581021853',
    'hex',
  ),
  Buffer.from('806701ffffffffffffff1549a966', 'hex'),
  Buffer.alloc(200),
]);

describe('a recording', () => {
  const voice = { durationMs: 4200, peaks: [0, 50, 100, 20] };

  test('has its own length rather than the declared one', async () => {
    const { fileId } = await upload(silence(3), 'a.wav', 'audio/wav', {
      voice: JSON.stringify(voice),
    });
    expect(await detailsOf(fileId)).toMatchObject({
      kind: 'audio',
      durationMs: 3000,
      peaks: voice.peaks,
    });
  });

  test('of a browser has its own length and waveform, whatever is declared', async () => {
    const { fileId } = await upload(await readBeeps(), 'voice.webm', 'audio/webm', {
      voice: JSON.stringify({ durationMs: 599_000, peaks: [100, 100] }),
    });
    const { durationMs, peaks } = await detailsOf(fileId);
    expect(durationMs).toBe(2_640);
    // Silence at first, then a beep.
    expect(peaks).toHaveLength(WAVEFORM_BARS);
    expect(peaks?.slice(0, 10)).toEqual(Array.from({ length: 10 }, () => 0));
    expect(Math.max(...(peaks ?? []))).toBeGreaterThan(60);
  });

  test('of a browser is sound if it says so, with the length its recorder measured', async () => {
    const { fileId } = await upload(webm, 'voice.webm', 'audio/webm;codecs=opus', {
      voice: JSON.stringify(voice),
    });
    expect(await detailsOf(fileId)).toMatchObject({
      kind: 'audio',
      mediaType: 'audio/webm',
      durationMs: 4200,
      peaks: voice.peaks,
    });
  });

  test('declared as an image is still a video', async () => {
    const { fileId } = await upload(webm, 'film.png', 'image/png');
    expect(await detailsOf(fileId)).toMatchObject({ kind: 'video', mediaType: 'video/webm' });
  });
});

test("the list has the user's own files, page by page, with the room they take", async () => {
  const user = await uploads.current.signUp();
  const sizes = [100, 200, 100_000];
  for (const size of sizes) {
    uploads.current.time += 1;
    const file = new File([new Uint8Array(unknownBytes(size))], `${size}.bin`);
    await uploads.current.post(user, formOf(fieldsOf(user), file));
  }
  const list = async (query: string) =>
    listUploads.response.parse(
      await (
        await fetch(`${uploads.current.url}/api/uploads?${query}`, {
          headers: { authorization: `Bearer ${user.token}` },
        })
      ).json(),
    );
  const first = await list('limit=2');
  expect(first.uploads.map(({ file }) => file.size)).toEqual([100_000, 200]);
  // Small files take 64 KiB each.
  expect(first.usage).toEqual({ used: 2 * 65_536 + 100_000, quota: 5 * 1024 ** 3 });
  const second = await list(`limit=2&cursor=${first.nextCursor}`);
  expect(second.uploads.map(({ receivedBytes }) => receivedBytes)).toEqual([100]);
  expect(second.nextCursor).toBeNull();
});
