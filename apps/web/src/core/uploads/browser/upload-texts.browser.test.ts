import { beforeAll, expect, test } from 'vitest';
import { chooseLanguage, currentLanguage, loadArea } from '#core/language/language.ts';
import { BatchRejectedError, UploadsDisabledError } from '#core/uploads/engine/errors.ts';
import { GenericUploadError, type GenericError } from '#core/uploads/engine/generic-upload.ts';
import { uploadErrorText, rejectionTexts } from './upload-texts.ts';

beforeAll(async () => {
  await Promise.all([chooseLanguage('en'), loadArea('uploads')]);
});

// Specification, sections 5 and 8.
test.each([
  ['incomplete', ['Incomplete server configuration - missing required file specs']],
  [
    'not-loaded',
    ['Failed to load configuration', 'Server configuration not loaded - validation impossible'],
  ],
  ['not-initialized', ['Upload service not initialized - SERVER CONFIG required']],
] as const)('uploads that are %s say why', (error, texts) => {
  expect(rejectionTexts(currentLanguage(), new UploadsDisabledError(error))).toEqual(texts);
});

test('a rejected batch names each file and its error', () => {
  const rejected = new BatchRejectedError([
    {
      index: 1,
      fileName: 'film.mp4',
      error: { kind: 'exceeds-limit', size: 3 * 1024 ** 3, limit: 1.5 * 1024 ** 2 },
    },
    { index: 2, fileName: 'no.txt', error: { kind: 'empty' } },
  ]);
  expect(rejectionTexts(currentLanguage(), rejected)).toEqual([
    'Server configuration validation failed',
    'File 2 (film.mp4): File exceeds server limit: 3 GB > 1.5 MB',
    'File 3 (no.txt): File is empty',
  ]);
});

test.each<[GenericError, string]>([
  [
    { kind: 'device-rules', errors: [{ kind: 'too-large', maxMegabytes: 50 }] },
    'File validation failed: File too large. Maximum size: 50 MB',
  ],
  [
    {
      kind: 'device-rules',
      errors: [{ kind: 'unsupported-format', extensions: ['jpg', 'png'] }],
    },
    'File validation failed: Unsupported format. Recommended: jpg, png',
  ],
  [
    { kind: 'refused', status: 400, text: 'No file provided', code: 'file_missing' },
    'No file provided',
  ],
  // A proxy's response, with any reason phrase, or none as in HTTP/2.
  [
    { kind: 'refused', status: 502, text: '', code: null },
    'Failed to upload file. Please try again.',
  ],
  [
    { kind: 'refused', status: 502, text: 'Bad Gateway', code: null },
    'Failed to upload file. Please try again.',
  ],
  [{ kind: 'unreachable' }, 'Failed to upload file. Please try again.'],
])('%j has a text', (error, text) => {
  expect(rejectionTexts(currentLanguage(), new GenericUploadError(error))).toEqual([text]);
});

test('an upload that failed for a storage or unknown reason has the general text', () => {
  const rejected = { kind: 'refused', text: 'StorJ upload failed', code: null } as const;
  expect(uploadErrorText(currentLanguage(), rejected)).toBe('StorJ upload failed');
});

test('a file a few bytes over the limit has its size in bytes', () => {
  const error = { kind: 'exceeds-limit', size: 1_048_577, limit: 1_048_576 } as const;
  expect(uploadErrorText(currentLanguage(), error)).toBe(
    'File exceeds server limit: 1,048,577 B > 1,048,576 B',
  );
});

test('sizes use the number format of the language', async () => {
  const error = { kind: 'server-rejected', size: 2_621_440, limit: 1_048_576 } as const;
  expect(uploadErrorText(currentLanguage(), error)).toBe(
    'Server rejected file: 2.5 MB exceeds 1 MB',
  );
  await chooseLanguage('bg');
  expect(uploadErrorText(currentLanguage(), error)).toBe(
    'Сървърът отказа файла: 2,5 MB надвишава 1 MB',
  );
  await chooseLanguage('en');
});
