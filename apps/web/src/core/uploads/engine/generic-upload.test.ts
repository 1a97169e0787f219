import { genericFieldsSchema, type UploadResponse } from '@izgodno/contract/uploads/multipart';
import { expect, test } from 'vitest';
import { createGenericUpload, GenericUploadError } from './generic-upload.ts';
import { createFakeClock } from './testing/fake-clock.ts';

const MEGABYTE = 1024 * 1024;

const response: UploadResponse = {
  success: true,
  fileId: '01890a5d-ac96-774b-bcce-b302099a8057',
  fileUrl: '/api/files/01890a5d-ac96-774b-bcce-b302099a8057',
  originalName: 'me.jpg',
  fileName: 'me.jpg',
  filenameSanitized: 'me.jpg',
  size: 5,
  mediaType: 'image/jpeg',
};

type Type = 'mobile' | 'tablet' | 'desktop';

const world = (given: {
  readonly type?: Type;
  readonly slow?: boolean;
  readonly response?: () => Response;
}) => {
  const clock = createFakeClock();
  const forms: FormData[] = [];
  const logged: string[] = [];
  const signals: AbortSignal[] = [];
  const upload = createGenericUpload({
    clock,
    device: () => ({ deviceId: 'd1', type: given.type ?? 'desktop', os: 'Linux', browser: 'X' }),
    isSlowNetwork: () => given.slow ?? false,
    post: (form, signal) => {
      forms.push(form);
      signals.push(signal);
      const { response } = given;
      if (response !== undefined) return Promise.resolve(response());
      return new Promise((_, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason));
      });
    },
    log: (message) => void logged.push(message),
  });
  return { clock, forms, logged, signals, upload };
};

/** A fake file of the given size, without content. */
const sized = (size: number): Blob =>
  Object.defineProperty(new Blob(['x']), 'size', { value: size });

test('a file is sent with the device information', async () => {
  const { upload, forms, clock, signals } = world({ response: () => Response.json(response) });
  expect(await upload(new Blob(['hello']), 'me.jpg')).toEqual(response);
  await clock.pass(60_000);
  expect(signals.map(({ aborted }) => aborted)).toEqual([false]);
  const [form] = forms;
  const { deviceInfo } = genericFieldsSchema.parse({ deviceInfo: form?.get('deviceInfo') });
  expect(deviceInfo).toEqual({
    deviceId: 'd1',
    type: 'desktop',
    os: 'Linux',
    browser: 'X',
    capabilities: {
      maxMegabytes: 500,
      extensions: ['jpg', 'jpeg', 'png', 'pdf', 'doc', 'docx', 'zip'],
    },
  });
  const file = form?.get('file');
  expect(file instanceof File && [file.name, await file.text()]).toEqual(['me.jpg', 'hello']);
});

const MOBILE = 'Unsupported format. Recommended: jpg, jpeg, png, pdf';
const DESKTOP = `${MOBILE}, doc, docx, zip`;

test.for<[Type, string, number, string]>([
  ['mobile', 'a.jpg', 50 * MEGABYTE + 1, 'File too large. Maximum size: 50 MB'],
  ['tablet', 'a.png', 50 * MEGABYTE + 1, 'File too large. Maximum size: 50 MB'],
  ['desktop', 'a.zip', 500 * MEGABYTE + 1, 'File too large. Maximum size: 500 MB'],
  ['mobile', 'a.zip', 1, MOBILE],
  ['desktop', 'a.mp3', 1, DESKTOP],
  ['desktop', 'jpg', 1, DESKTOP],
  ['mobile', 'a.doc', 51 * MEGABYTE, `File too large. Maximum size: 50 MB ${MOBILE}`],
])('on a %s, %s of %i bytes is rejected before it is sent', async ([type, name, size, reason]) => {
  const { upload, forms } = world({ type });
  await expect(upload(sized(size), name)).rejects.toThrow(`File validation failed: ${reason}`);
  expect(forms).toEqual([]);
});

test.for<[Type, string, number]>([
  ['mobile', 'a.PDF', 50 * MEGABYTE],
  ['desktop', 'a.docx', 500 * MEGABYTE],
])('on a %s, %s of %i bytes is accepted', async ([type, name, size]) => {
  const { upload } = world({ type, response: () => Response.json(response) });
  expect(await upload(sized(size), name)).toEqual(response);
});

test.for([
  ['a usual', false, 30_000],
  ['a slow', true, 60_000],
] as const)('on %s network it times out', async ([, slow, timeout]) => {
  const { upload, clock, logged } = world({ slow });
  let error: unknown;
  const sending = upload(new Blob(['x']), 'a.jpg').catch((caught: unknown) => {
    error = caught;
  });
  await clock.pass(timeout - 1);
  expect(error).toBeUndefined();
  await clock.pass(1);
  await sending;
  expect(error).toMatchObject({ reason: { kind: 'unreachable' } });
  expect(logged).toEqual(['A file could not be uploaded']);
});

test('the server’s rejection has its status and text', async () => {
  const rejection = {
    success: false,
    error: 'No file provided',
    message: 'No file provided',
    type: 'upload_error',
    details: { code: 'file_missing', message: 'No file provided' },
  };
  const rejected = world({ response: () => Response.json(rejection, { status: 400 }) });
  await expect(rejected.upload(new Blob(['x']), 'a.jpg')).rejects.toMatchObject({
    message: 'Upload failed: 400 No file provided',
    reason: { kind: 'refused', status: 400, code: 'file_missing' },
  });
  const proxy = world({
    response: () => new Response('<html>', { status: 502, statusText: 'Bad Gateway' }),
  });
  await expect(proxy.upload(new Blob(['x']), 'a.jpg')).rejects.toThrow(
    'Upload failed: 502 Bad Gateway',
  );
});

test('an abort rejects with the caller’s reason', async () => {
  const { upload, logged } = world({});
  const abort = new AbortController();
  const sending = upload(new Blob(['x']), 'a.jpg', abort.signal);
  abort.abort(new Error('Changed my mind'));
  const error: unknown = await sending.catch((caught: unknown) => caught);
  expect(error).toMatchObject({ message: 'Changed my mind' });
  expect(error).not.toBeInstanceOf(GenericUploadError);
  expect(logged).toEqual([]);
});
