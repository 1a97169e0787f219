import sharp from 'sharp';
import { afterEach, expect, test, vi } from 'vitest';
import { makeImage, UnreadableImageError } from './image.ts';

const smallJpeg = () =>
  sharp({ create: { width: 900, height: 600, channels: 3, background: '#39ff14' } })
    .jpeg()
    .toBuffer();

afterEach(() => {
  vi.restoreAllMocks();
});

test('bytes that are no image are unreadable', async () => {
  const bytes = await smallJpeg();
  for (const broken of [Buffer.from('no image'), bytes.subarray(0, bytes.length / 2)])
    await expect(makeImage(broken, 'image/jpeg')).rejects.toThrow(UnreadableImageError);
});

// The first step decodes what was uploaded, the others the clean image made of it.
test.each([
  [1, 'out of memory --- size == 48MB'],
  [1, 'VipsJpeg: Insufficient memory (case 4)'],
  [1, 'heif: Memory allocation error: Unspecified (1.0)'],
  [1, 'unable to open temporary file: Too many open files'],
  [2, 'heifsave: Encoder plugin generated an error'],
  [5, 'anything else'],
])('an error of step %i that is not about the image is thrown as it is: %s', async (step, text) => {
  const bytes = await smallJpeg();
  const error = new Error(text);
  const { toBuffer } = sharp.prototype;
  let steps = 0;
  vi.spyOn(sharp.prototype, 'toBuffer').mockImplementation(function (this: object, options) {
    steps += 1;
    return steps === step ? Promise.reject(error) : toBuffer.call(this, options);
  });
  await expect(makeImage(bytes, 'image/jpeg')).rejects.toBe(error);
});
