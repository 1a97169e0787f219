import { expect, test } from 'vitest';
import { DEFAULT_CHUNK_SIZE, DEFAULT_UPLOAD_TIMEOUT_MS, MAX_PARALLEL_UPLOADS } from './limits.ts';
import { formatBytes, uploadTexts } from './texts.ts';

test.for([
  [0, '0 B'],
  [1, '1 B'],
  [1023, '1023 B'],
  [1024, '1 KB'],
  [1536, '1.5 KB'],
  [1024 ** 2 - 6, '1023.99 KB'],
  [1024 ** 2 - 1, '1 MB'],
  [1024 ** 2, '1 MB'],
  [67_108_864, '64 MB'],
  [1024 ** 3, '1 GB'],
  [2.25 * 1024 ** 4, '2.25 TB'],
  [3000 * 1024 ** 4, '3000 TB'],
] as const)('%i bytes are %s', ([bytes, text]) => {
  expect(formatBytes(bytes)).toBe(text);
});

test('the texts are the specification’s (sections 5 and 8)', () => {
  expect(uploadTexts.exceedsServerLimit(2048, 1024)).toBe('File exceeds server limit: 2 KB > 1 KB');
  expect(uploadTexts.serverRejected(2048, 1024)).toBe('Server rejected file: 2 KB exceeds 1 KB');
  expect(uploadTexts.noFile).toBe('No file provided');
  expect(uploadTexts.failed).toBe('StorJ upload failed');
  expect(uploadTexts.tooLarge(50)).toBe('File too large. Maximum size: 50 MB');
  expect(uploadTexts.unsupportedFormat(['jpg', 'png'])).toBe(
    'Unsupported format. Recommended: jpg, png',
  );
  expect(uploadTexts.validationFailed(['Why.'])).toBe('File validation failed: Why.');
});

test('sizes that look alike are named in bytes', () => {
  expect(uploadTexts.exceedsServerLimit(1_048_577, 1_048_576)).toBe(
    'File exceeds server limit: 1048577 B > 1048576 B',
  );
  expect(uploadTexts.serverRejected(1_048_577, 1_048_576)).toBe(
    'Server rejected file: 1048577 B exceeds 1048576 B',
  );
});

test('the limits are the specification’s (section 9)', () => {
  expect(DEFAULT_CHUNK_SIZE).toBe(67_108_864);
  expect(DEFAULT_UPLOAD_TIMEOUT_MS).toBe(30_000);
  expect(MAX_PARALLEL_UPLOADS).toBe(3);
});
