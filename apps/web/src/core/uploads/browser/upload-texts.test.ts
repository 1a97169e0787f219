import { beforeAll, expect, test } from 'vitest';
import { chooseLanguage, currentLanguage, loadArea } from '#core/language/language.ts';
import { BatchRefusedError, UploadsDisabledError } from '#core/uploads/engine/faults.ts';
import { GenericUploadError, type GenericFault } from '#core/uploads/engine/generic-upload.ts';
import { faultText, refusalTexts } from './upload-texts.ts';

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
] as const)('uploads that are %s say why', (fault, texts) => {
  expect(refusalTexts(currentLanguage(), new UploadsDisabledError(fault))).toEqual(texts);
});

test('a rejected batch names each file and its error', () => {
  const refused = new BatchRefusedError([
    {
      index: 1,
      fileName: 'film.mp4',
      fault: { kind: 'exceeds-limit', size: 3 * 1024 ** 3, limit: 1.5 * 1024 ** 2 },
    },
    { index: 2, fileName: 'no.txt', fault: { kind: 'empty' } },
  ]);
  expect(refusalTexts(currentLanguage(), refused)).toEqual([
    'Server configuration validation failed',
    'File 2 (film.mp4): File exceeds server limit: 3 GB > 1.5 MB',
    'File 3 (no.txt): File is empty',
  ]);
});

test.each<[GenericFault, string]>([
  [
    { kind: 'device-rules', faults: [{ kind: 'too-large', maxMegabytes: 50 }] },
    'File validation failed: File too large. Maximum size: 50 MB',
  ],
  [
    {
      kind: 'device-rules',
      faults: [{ kind: 'unsupported-format', extensions: ['jpg', 'png'] }],
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
])('%j has a text', (fault, text) => {
  expect(refusalTexts(currentLanguage(), new GenericUploadError(fault))).toEqual([text]);
});

test('an upload that failed for a storage or unknown reason has the general text', () => {
  const refused = { kind: 'refused', text: 'StorJ upload failed', code: null } as const;
  expect(faultText(currentLanguage(), refused)).toBe('StorJ upload failed');
});

test('sizes use the number format of the language', async () => {
  const fault = { kind: 'server-rejected', size: 2_621_440, limit: 1_048_576 } as const;
  expect(faultText(currentLanguage(), fault)).toBe('Server rejected file: 2.5 MB exceeds 1 MB');
  await chooseLanguage('bg');
  expect(faultText(currentLanguage(), fault)).toBe('Сървърът отказа файла: 2,5 MB надвишава 1 MB');
  await chooseLanguage('en');
});
