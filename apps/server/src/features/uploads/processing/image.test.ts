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

test('no step takes longer than its limit of time', async () => {
  const bytes = await smallJpeg();
  const limit = vi.spyOn(sharp.prototype, 'timeout');
  await makeImage(bytes, 'image/jpeg');
  // The uploaded image, and the clean one that is made of it.
  expect(limit).toHaveBeenCalledTimes(2);
});

test.each([1, 2])('an image whose step %i takes too long is unreadable', async (step) => {
  const bytes = await smallJpeg();
  const { toBuffer } = sharp.prototype;
  let steps = 0;
  vi.spyOn(sharp.prototype, 'toBuffer').mockImplementation(function (this: object, options) {
    steps += 1;
    return steps === step
      ? Promise.reject(new Error('source: bad seek to 120\ntimeout: 45% complete'))
      : toBuffer.call(this, options);
  });
  await expect(makeImage(bytes, 'image/jpeg')).rejects.toThrow(UnreadableImageError);
});

/** A small AVIF whose header states another size. */
const avifOf = async (width: number, height: number): Promise<Buffer> => {
  const bytes = await sharp({
    create: { width: 16, height: 16, channels: 3, background: '#39ff14' },
  })
    .avif()
    .toBuffer();
  // The box "ispe": its name, four bytes of version and flags, width, height.
  const box = bytes.indexOf('ispe');
  bytes.writeUInt32BE(width, box + 8);
  bytes.writeUInt32BE(height, box + 12);
  return bytes;
};

test('an AVIF has fewer pixels than other images, because it takes much longer', async () => {
  const tooMany = { cause: { message: expect.stringContaining('pixel limit') } };
  await expect(makeImage(await avifOf(8_000, 7_000), 'image/avif')).rejects.toMatchObject(tooMany);
  // The photo of a telephone is decoded, which tells that this one states a wrong size.
  await expect(makeImage(await avifOf(8_160, 6_120), 'image/avif')).rejects.not.toMatchObject(
    tooMany,
  );
});

/** The first pixel of the small variant. */
const pixelOf = async (bytes: Buffer) => {
  const { variants } = await makeImage(bytes, 'image/png');
  const small = variants.find(({ name }) => name === 'small.webp')?.bytes;
  return [...(await sharp(small).toColourspace('srgb').raw().toBuffer()).subarray(0, 4)];
};

test('variants keep transparency and shades of grey', async () => {
  const clear = await sharp({
    create: { width: 500, height: 400, channels: 4, background: { r: 255, g: 0, b: 0, alpha: 0 } },
  })
    .png()
    .toBuffer();
  const grey = await sharp(clear).flatten({ background: '#777' }).greyscale().png().toBuffer();
  expect((await pixelOf(clear))[3]).toBe(0);
  const [red = 0, green = 0, blue = 0] = await pixelOf(grey);
  expect(Math.max(red, green, blue) - Math.min(red, green, blue)).toBeLessThan(4);
  expect(Math.abs(red - 0x77)).toBeLessThan(6);
});
