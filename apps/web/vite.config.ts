import babel from '@rolldown/plugin-babel';
import react, { reactCompilerPreset } from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { compileCatalogue } from './build/compile-catalogue.ts';
import { preloadFonts } from './build/preload-fonts.ts';

/** Where the API runs while the browser side is served with hot reload. */
const apiOrigin = process.env['API_ORIGIN'] ?? 'http://localhost:5000';

export default defineConfig({
  plugins: [
    react(),
    babel({
      include: /\/src\/.*\.tsx?$/,
      presets: [reactCompilerPreset({ compilationMode: 'annotation' })],
    }),
    compileCatalogue(),
    preloadFonts(),
  ],
  build: {
    manifest: true,
    target: 'es2023',
    // Nothing is inlined: the content security policy takes files of our own origin only.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  server: {
    proxy: { '/api': apiOrigin, '/demo-media': apiOrigin },
  },
});
