import babel from '@rolldown/plugin-babel';
import react, { reactCompilerPreset } from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { compileCatalogue } from './build/compile-catalogue.ts';
import { firstPaint } from './build/first-paint.ts';
import { firstRouteChunk } from './build/first-route-chunk.ts';
import { plainImports } from './build/plain-imports.ts';
import { precompress } from './build/precompress.ts';
import { serviceWorker } from './build/service-worker.ts';
import { withoutServerParts } from './build/without-server-parts.ts';

/** Where the API runs while the browser side is served with hot reload. */
const apiOrigin = process.env['API_ORIGIN'] ?? 'http://localhost:5000';

export default defineConfig({
  plugins: [
    react(),
    // The compiler memoises what says 'use memo', the parts that are many on a page: compiling every
    // component would add 8 KB, more than it saves (docs/decisions/0007-web.md).
    babel({
      include: /\/src\/.*\.tsx?$/,
      presets: [reactCompilerPreset({ compilationMode: 'annotation' })],
    }),
    compileCatalogue(),
    firstPaint(),
    plainImports(),
    withoutServerParts(),
    serviceWorker({
      entry: 'src/service-worker/main.ts',
      modules: [
        'src/app/later.ts',
        'src/app/offline-page.tsx',
        'src/features/deals/components/deal-page.tsx',
        'src/features/deals/components/price-section.tsx',
        ...['en', 'bg'].flatMap((language) =>
          ['.ts', '/deal.json', '/offers.json', '/offline.json'].map(
            (file) => `catalogue/${language}${file}`,
          ),
        ),
      ],
      files: ['/favicon.svg'],
    }),
    precompress(),
    // The server fills in the operator's name for the site; hot reload has only the product's.
    {
      name: 'izgodno:site-name',
      apply: 'serve',
      transformIndexHtml: (html) => html.replaceAll('%SITE_NAME%', 'Izgodno'),
    },
  ],
  build: {
    manifest: true,
    target: 'es2023',
    // Nothing is inlined: the content security policy takes files of our own origin only.
    assetsInlineLimit: 0,
    // One small file, in the order of the imports: the cascade layers must be named before any is used.
    cssCodeSplit: false,
    modulePreload: {
      polyfill: false,
      // The names of all that lazy chunks stand on would add 2 KB to the first route; what a deal needs
      // the server names in its page, and links load their page before they are followed.
      resolveDependencies: (_file, files, { hostType }) => (hostType === 'html' ? files : []),
    },
    rolldownOptions: {
      output: {
        // One chunk, or what lazy parts share with the first route would be cut into many.
        codeSplitting: { groups: [{ name: firstRouteChunk('ground') }] },
        // Hashes do not compress, and the first route names every lazy part: the fewest characters that Rolldown takes.
        chunkFileNames: 'assets/[name]-[hash:7].js',
      },
    },
  },
  server: {
    proxy: {
      '/api': { target: apiOrigin, ws: true },
      '/demo-media': apiOrigin,
      '/manifest.webmanifest': apiOrigin,
    },
  },
});
