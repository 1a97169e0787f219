import { beforeAll, expect, test } from 'vitest';
import {
  GENERIC_UPLOAD_PATH,
  uploadResponseSchema,
  uploadRejectionSchema,
} from '@izgodno/contract/uploads/multipart';
import { formOf, provideUploadApp, type Uploader } from '#test/upload-app.ts';

const uploads = provideUploadApp();
let user: Uploader;
beforeAll(async () => {
  user = await uploads.current.signUp();
});

const MEGABYTE = 1024 * 1024;

const send = (type: string, name: string, bytes: string | Uint8Array<ArrayBuffer>) =>
  uploads.current.post(
    user,
    formOf(
      { deviceInfo: JSON.stringify({ deviceId: 'd1', type, os: 'any' }) },
      new File([bytes], name),
    ),
    GENERIC_UPLOAD_PATH,
  );

test.for([
  ['desktop', 'letter.pdf'],
  ['mobile', 'letter.PDF'],
  ['tablet', 'letter.pdf'],
] as const)('from a %s, %s is accepted', async ([type, name]) => {
  const response = await send(type, name, '%PDF-1.7\n');
  const uploaded = uploadResponseSchema.parse(await response.json());
  expect(uploaded).toMatchObject({ originalName: name, mediaType: 'application/pdf' });
});

test('a device may be described in its own form', async () => {
  const deviceInfo = JSON.stringify({
    deviceId: 7,
    type: 'desktop',
    os: { name: 'Linux' },
    browser: null,
    capabilities: ['camera'],
  });
  const form = formOf({ deviceInfo }, new File(['%PDF-1.7\n'], 'letter.pdf'));
  expect((await uploads.current.post(user, form, GENERIC_UPLOAD_PATH)).status).toBe(200);
});

test.for([
  ['mobile', 'a.zip', 'Unsupported format. Recommended: jpg, jpeg, png, pdf'],
  ['desktop', 'a.mp3', 'Unsupported format. Recommended: jpg, jpeg, png, pdf, doc, docx, zip'],
  ['desktop', 'zip', 'Unsupported format. Recommended: jpg, jpeg, png, pdf, doc, docx, zip'],
] as const)(
  "from a %s, %s is rejected with the specification's text",
  async ([type, name, why]) => {
    const before = await uploads.current.countAll();
    const response = await send(type, name, 'anything');
    expect(response.status).toBe(415);
    const { error } = uploadRejectionSchema.parse(await response.json());
    expect(error).toBe(`File validation failed: ${why}`);
    expect(await uploads.current.countAll()).toEqual(before);
  },
);

test('from a phone, 50 MB are the limit', async () => {
  const before = await uploads.current.countAll();
  const response = await send('mobile', 'big.pdf', new Uint8Array(50 * MEGABYTE + 1));
  expect(response.status).toBe(413);
  expect(uploadRejectionSchema.parse(await response.json())).toMatchObject({
    error: 'File validation failed: File too large. Maximum size: 50 MB',
    type: 'file_too_large',
  });
  expect(await uploads.current.countAll()).toEqual(before);
});

test.for(['', 'no JSON', '{"type":"toaster"}'])('an invalid device: %s', async (deviceInfo) => {
  const form = formOf({ deviceInfo }, new File(['x'], 'a.pdf'));
  const response = await uploads.current.post(user, form, GENERIC_UPLOAD_PATH);
  expect(response.status).toBe(400);
  const { details } = uploadRejectionSchema.parse(await response.json());
  expect(Object.keys(details.fields ?? {})).toContain(
    deviceInfo.startsWith('{') ? 'deviceInfo.type' : 'deviceInfo',
  );
});
