import fastify from 'fastify';
import { afterAll, describe, expect, test } from 'vitest';
import { drawImage } from '@izgodno/demo/media/image';
import { registerDemoMedia } from './register-demo-media.ts';

describe('GET /demo-media', () => {
  const app = fastify();
  registerDemoMedia(app);
  afterAll(() => app.close());

  test('serves an immutable image that can run nothing', async () => {
    const response = await app.inject('/demo-media/coffee-machine-17.svg');
    expect(response.statusCode).toBe(200);
    expect(response.headers).toMatchObject({
      'content-type': 'image/svg+xml; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
      'content-security-policy':
        "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'",
      'x-content-type-options': 'nosniff',
    });
    expect(response.body).toBe(drawImage('coffee-machine', 17));
  });

  test.each([
    'nothing-1.svg',
    'sofa.svg',
    'sofa-1.png',
    'sofa-1234567.svg',
    'constructor-1.svg',
    '%2e%2e-1.svg',
  ])('rejects a %s', async (name) => {
    expect((await app.inject(`/demo-media/${name}`)).statusCode).toBe(404);
  });
});
