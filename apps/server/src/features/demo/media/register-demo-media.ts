import type { FastifyInstance } from 'fastify';
import { drawImage } from '@izgodno/demo/media/image';

const IMAGE_NAME = /^([a-z-]+)-(\d{1,6})\.svg$/;

/**
 * Serves the demo deals' images at the URLs of `imageUrl`. Each is drawn on request and never
 * changes, so it is cacheable as immutable.
 */
export const registerDemoMedia = (app: FastifyInstance): void => {
  app.get<{ Params: { name: string } }>('/demo-media/:name', async (request, reply) => {
    const [, motif = '', seed = ''] = IMAGE_NAME.exec(request.params.name) ?? [];
    const image = drawImage(motif, Number(seed));
    if (image === undefined) return reply.code(404).send();
    return reply
      .type('image/svg+xml; charset=utf-8')
      .header('Cache-Control', 'public, max-age=31536000, immutable')
      .header(
        'Content-Security-Policy',
        "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'",
      )
      .header('X-Content-Type-Options', 'nosniff')
      .send(image);
  });
};
