import type { Plugin } from 'vite';

const STYLESHEET = /\s*<link rel="stylesheet"[^>]*>/;
const ROOT = '<div id="root"></div>';

/**
 * Lets the page show what it arrives with as soon as it is there: the text font is asked for at once,
 * and the application's style sheet, which what arrives does without, stands behind it. Stylesheets
 * within the body hold up no painting of what is before them, but the application's module waits.
 */
export const firstPaint = (): Plugin => ({
  name: 'izgodno:first-paint',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (html, { bundle }) => {
      const [stylesheet] = STYLESHEET.exec(html) ?? [];
      if (stylesheet === undefined || !html.includes(ROOT))
        throw new Error('The page lacks its style sheet or its root element');
      const tags = Object.keys(bundle ?? {})
        .filter((file) => file.endsWith('.woff2'))
        .map((file) => ({
          tag: 'link',
          attrs: {
            rel: 'preload',
            href: `/${file}`,
            as: 'font',
            type: 'font/woff2',
            crossorigin: '',
          },
          injectTo: 'head' as const,
        }));
      return {
        html: html
          .replaceAll(/\s*<!--.*?-->/gs, '')
          .replace(stylesheet, '')
          .replace(ROOT, `${ROOT}${stylesheet}`),
        tags,
      };
    },
  },
});
