import { CHAT_PATH } from '@izgodno/contract/site/chat-path';
import { POST_PATH } from '@izgodno/contract/site/post-path';
import type { FastifyInstance } from 'fastify';
import type { LanguageCode } from '@izgodno/contract/common/language';
import { varyBy } from '#platform/http/cache-headers.ts';
import { guessLanguage } from './page-language.ts';
import { siteDescriptions } from './site-descriptions.ts';

interface ManifestTexts {
  readonly shortcuts: readonly { readonly name: string; readonly url: string }[];
}

const texts = {
  en: {
    shortcuts: [
      { name: 'Hot deals', url: '/trending' },
      { name: 'Favorites', url: '/favorites' },
      { name: 'Post a deal', url: POST_PATH },
      { name: 'Chat', url: CHAT_PATH },
    ],
  },
  bg: {
    shortcuts: [
      { name: 'Популярни', url: '/trending' },
      { name: 'Любими', url: '/favorites' },
      { name: 'Публикувайте обява', url: POST_PATH },
      { name: 'Чат', url: CHAT_PATH },
    ],
  },
} as const satisfies Record<LanguageCode, ManifestTexts>;

/** The surface of the light theme (`tokens.css` of the web application). */
const SURFACE = '#ffffff';

const png = (name: string, size: number, purpose: 'any' | 'maskable') => ({
  src: `/icons/${name}.png`,
  sizes: `${size}x${size}`,
  type: 'image/png',
  purpose,
});

const writeManifest = (siteName: string, language: LanguageCode): object => ({
  id: '/',
  name: siteName,
  short_name: siteName,
  description: siteDescriptions[language],
  ...texts[language],
  lang: language,
  start_url: '/deals',
  scope: '/',
  display: 'standalone',
  background_color: SURFACE,
  theme_color: SURFACE,
  categories: ['shopping'],
  // "Share" on a phone asks whether to watch or to post what was shared.
  share_target: {
    action: '/share',
    method: 'GET',
    // The default; without it, Chromium warns.
    enctype: 'application/x-www-form-urlencoded',
    params: { title: 'title', text: 'text', url: 'link' },
  },
  icons: [
    { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any' },
    png('icon-192', 192, 'any'),
    png('icon-512', 512, 'any'),
    png('icon-maskable-512', 512, 'maskable'),
  ],
});

/**
 * The product as an installed application (W3C Web Application Manifest), in the reader's language.
 */
export const addWebManifest = (app: FastifyInstance, siteName: string): void => {
  app.get('/manifest.webmanifest', (request, reply) =>
    varyBy(reply, 'Accept-Language')
      .header('Cache-Control', 'no-cache')
      .type('application/manifest+json; charset=utf-8')
      .send(
        JSON.stringify(
          writeManifest(siteName, guessLanguage(new URLSearchParams(), request.headers)),
        ),
      ),
  );
};
