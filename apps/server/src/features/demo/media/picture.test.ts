import fastify from 'fastify';
import { SaxesParser } from 'saxes';
import { afterAll, describe, expect, test } from 'vitest';
import { motifs } from './motifs.ts';
import { drawPicture } from './picture.ts';
import { registerDemoMedia } from './register-demo-media.ts';

const MAX_BYTES = 4_096;

/** The names of all elements and attributes; throws where the text is not well-formed. */
const namesIn = (xml: string): readonly string[] => {
  const names: string[] = [];
  const parser = new SaxesParser();
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ name, attributes }) => {
    names.push(name, ...Object.keys(attributes));
  });
  parser.write(xml).close();
  return names;
};

describe.each([...motifs.keys()])('picture of a %s', (motif) => {
  test.each([0, 1, 2, 3, 39_999])('number %i is a small, well-formed, passive SVG', (seed) => {
    const picture = drawPicture(motif, seed) ?? '';
    expect(Buffer.byteLength(picture)).toBeLessThan(MAX_BYTES);
    expect(picture).not.toMatch(/undefined|NaN/);
    const names = namesIn(picture);
    expect(names[0]).toBe('svg');
    expect(names.filter((name) => /script|href|foreignObject|image|^on/i.test(name))).toEqual([]);
  });
});

test('a number always draws the same picture, another number another one', () => {
  expect(drawPicture('bicycle', 8)).toBe(drawPicture('bicycle', 8));
  const drawn = new Set(Array.from({ length: 40 }, (_, seed) => drawPicture('bicycle', seed)));
  expect(drawn.size).toBeGreaterThan(30);
});

describe('GET /demo-media', () => {
  const app = fastify();
  registerDemoMedia(app);
  afterAll(() => app.close());

  test('serves a picture that may be kept for ever and can run nothing', async () => {
    const response = await app.inject('/demo-media/coffee-machine-17.svg');
    expect(response.statusCode).toBe(200);
    expect(response.headers).toMatchObject({
      'content-type': 'image/svg+xml; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
      'x-content-type-options': 'nosniff',
    });
    expect(response.body).toBe(drawPicture('coffee-machine', 17));
  });

  test.each([
    'nothing-1.svg',
    'sofa.svg',
    'sofa-1.png',
    'sofa-1234567.svg',
    'constructor-1.svg',
    '%2e%2e-1.svg',
  ])('knows no %s', async (name) => {
    expect((await app.inject(`/demo-media/${name}`)).statusCode).toBe(404);
  });
});
