import babel from '@rolldown/plugin-babel';
import react, { reactCompilerPreset } from '@vitejs/plugin-react';
import { languages, type LanguageCode } from '@izgodno/contract/common/language';
import { defineConfig } from 'vite';
import { callsApart } from './build/calls-apart.ts';
import { classNames } from './build/class-names.ts';
import { compileTexts } from './build/compile-texts.ts';
import { firstPaint } from './build/first-paint.ts';
import { firstView } from './build/first-view.ts';
import { firstRouteChunk, LAZY_PARTS, partChunk } from './build/first-route-chunk.ts';
import { namedModules } from './build/named-modules.ts';
import { pageChunks } from './build/page-chunks.ts';
import { pagePaths } from './build/page-paths.ts';
import { plainImports } from './build/plain-imports.ts';
import { precompress } from './build/precompress.ts';
import { reactAsModule } from './build/react-as-module.ts';
import { reactFields } from './build/react-fields.ts';
import { scopedName } from './build/scoped-name.ts';
import { serviceWorker } from './build/service-worker.ts';
import { browserSchemas } from './build/browser-schemas.ts';

/** The API's origin for the development server with hot reload. */
const apiOrigin = process.env['API_ORIGIN'] ?? 'http://localhost:5000';

/** The files of a language's texts: those of the start, then these areas. */
const textsOf = (language: LanguageCode, ...areas: readonly string[]): readonly string[] =>
  ['.ts', ...areas.map((area) => `/${area}.json`)].map(
    (file) => `src/core/language/texts/${language}${file}`,
  );

/** What all pages need but the chat and the forms for signing in. */
const DEAL_LISTS = 'src/app/deal-lists.tsx';

/** Lazy modules that the first pages need, so that they do not load one after another. */
const firstModulesOf = (language: LanguageCode) => ({
  any: [...textsOf(language, 'deals'), DEAL_LISTS],
  chat: textsOf(language),
  form: textsOf(language),
  narrowed: [
    ...textsOf(language, 'deals', 'search.understood'),
    DEAL_LISTS,
    'src/features/search/filters/active-filters.tsx',
  ],
  deal: [...textsOf(language, 'deals', 'deals.page'), DEAL_LISTS, 'src/app/pages/deal-page.tsx'],
  post: [
    ...textsOf(language, 'accounts.session', 'deals', 'posts.form'),
    DEAL_LISTS,
    'src/app/session-layer.tsx',
    'src/app/pages/post-route.tsx',
  ],
});

/** What a page loads with its first upload. */
const uploadModules = [
  'src/core/uploads/browser/page-engine.ts',
  'src/core/uploads/browser/upload-texts.ts',
  'src/features/chat/messages/placeholder-view.tsx',
  'src/features/uploads/upload-manager.tsx',
];

/** The lazy modules that pages load at start; of a deal's page, those that it is shown with first. */
const pageKinds = {
  any: {
    modules: [
      'src/app/later.ts',
      'src/app/shell/bottom-navigation.tsx',
      'src/shared/ui/toast-region.tsx',
    ],
    within: [
      'chat',
      'dealLater',
      'dealNear',
      'legal',
      'lists',
      'post',
      'seller',
      'session',
      'signedIn',
      'suggestions',
    ],
  },
  deal: {
    modules: ['src/app/pages/deal-page.tsx', 'src/features/deals/price/price-section.tsx'],
    within: ['dealLater', 'dealNear'],
  },
  dealLater: { modules: ['src/features/deals/card/deal-watch.tsx'], within: ['dealNear'] },
  dealNear: {
    modules: [
      'src/features/chat/comments/comments.tsx',
      'src/features/price-alerts/price-alert.tsx',
    ],
  },
  // Shares its fields and dialogs with most pages.
  lists: {
    modules: ['src/features/saved-searches/components/save-search.tsx'],
    within: ['dealLater', 'dealNear', 'legal', 'post', 'seller', 'suggestions'],
  },
  // Without these three, visitors would load what only members need, because they share a little.
  legal: { modules: ['src/features/site/legal-page.tsx'] },
  seller: { modules: ['src/app/pages/seller-page.tsx'] },
  suggestions: { modules: ['src/features/search/box/suggestion-popup.tsx'] },
  session: {
    modules: ['src/app/session-layer.tsx', 'src/features/accounts/user-menu.tsx'],
    within: ['signedIn', 'chat', 'post'],
  },
  signedIn: { modules: ['src/app/signed-in.tsx'], within: ['chat'] },
  chat: {
    modules: ['src/features/chat/channels/sidebar-chat.tsx', 'src/features/chat/chat-page.tsx'],
  },
  post: { modules: ['src/app/pages/post-route.tsx'] },
  uploads: { modules: uploadModules },
} as const;

/** What the chat loads at start, which does not load `DEAL_LISTS`. */
const withoutLists = [pageKinds.any, pageKinds.session, pageKinds.signedIn, pageKinds.chat].flatMap(
  ({ modules }) => modules,
);

export default defineConfig({
  plugins: [
    react(),
    reactAsModule(),
    reactFields(),
    // The compiler memoises only components with 'use memo', which occur many times on a page.
    // Compiling every component would add 8 KB, more than it saves (docs/decisions/0007-web.md).
    babel({
      include: /\/src\/.*\.tsx?$/,
      presets: [reactCompilerPreset({ compilationMode: 'annotation' })],
    }),
    callsApart(),
    classNames(),
    compileTexts(),
    namedModules({
      lazy: [DEAL_LISTS, ...Object.values(pageKinds).flatMap(({ modules }) => modules)],
      others: LAZY_PARTS,
    }),
    firstPaint(),
    pagePaths(),
    plainImports(),
    browserSchemas(),
    serviceWorker({
      entry: 'src/service-worker/main.ts',
      modules: [
        'src/app/later.ts',
        'src/app/shell/bottom-navigation.tsx',
        'src/shared/ui/toast-region.tsx',
        DEAL_LISTS,
        'src/core/offline/worker-toasts.ts',
        'src/app/pages/offline-page.tsx',
        'src/app/pages/deal-page.tsx',
        'src/features/deals/price/price-section.tsx',
        'src/features/engagement/state/actions.ts',
        ...languages.flatMap((language) =>
          textsOf(
            language,
            'deals',
            'deals.page',
            'deals.offers',
            'engagement',
            'offline',
            'shell.bar',
          ),
        ),
      ],
      chatModules: [
        'src/app/session-layer.tsx',
        'src/app/signed-in.tsx',
        'src/features/accounts/user-menu.tsx',
        'src/features/accounts/user-menu-content.tsx',
        'src/features/chat/chat-page.tsx',
        'src/features/chat/channels/find-dialog.tsx',
        'src/features/chat/channels/new-channel-dialog.tsx',
        'src/features/chat/channels/sidebar-chat.tsx',
        'src/features/chat/members/status-dialog.tsx',
        'src/features/chat/members/user-card.tsx',
        'src/features/chat/probe-all.ts',
        'src/features/chat/alerts/notice-policy.ts',
        'src/features/chat/alerts/show-notice.ts',
        'src/features/chat/composer/emoji-picker.tsx',
        'src/features/chat/composer/folder-files.ts',
        'src/features/chat/messages/deal-link.tsx',
        'src/features/chat/messages/message-overlay.tsx',
        'src/features/chat/messages/panel.tsx',
        'src/features/chat/messages/placeholder-view.tsx',
        'src/features/chat/messages/trimmed.ts',
        'src/features/chat/saved/saved-page.tsx',
        'src/features/chat/search/find-page.tsx',
        'src/features/chat/search/message-search.tsx',
        'src/features/chat/threads/threads-page.tsx',
        'src/features/chat/voice/stored-recordings.tsx',
        'src/features/chat/voice/voice-player.tsx',
        'src/features/chat/voice/voice-recorder.tsx',
        'src/features/notices/components/notice-list.tsx',
        'src/features/chat/shortcuts/shortcuts.tsx',
        ...uploadModules,
        'tus-js-client/lib.esm/browser/index.js',
        ...languages.flatMap((language) =>
          textsOf(
            language,
            'accounts.menu',
            'accounts.session',
            'chat',
            'chat.more',
            'chat.panels',
            'notices',
            'profiles',
            'shell.signed-in',
            'uploads',
          ),
        ),
      ],
      files: ['/favicon.svg'],
    }),
    firstView({
      entry: 'src/first-view/main.tsx',
      modules: { en: firstModulesOf('en'), bg: firstModulesOf('bg') },
    }),
    precompress(),
    // The server fills in the operator's site name; hot reload uses the product's.
    {
      name: 'izgodno:site-name',
      apply: 'serve',
      transformIndexHtml: (html) => html.replaceAll('%SITE_NAME%', 'Izgodno'),
    },
  ],
  css: {
    modules: { generateScopedName: scopedName },
  },
  build: {
    manifest: true,
    target: 'es2023',
    // Nothing is inlined, because the content security policy allows files of the page's own origin
    // only.
    assetsInlineLimit: 0,
    // One small file in import order, because the cascade layers must be named before any is used.
    cssCodeSplit: false,
    modulePreload: {
      polyfill: false,
      // The dependency lists of all lazy chunks would add 2 KB to the first route. The server names
      // what a deal's page needs, and links load their page before they are followed.
      resolveDependencies: (_file, files, { hostType }) => (hostType === 'html' ? files : []),
    },
    rolldownOptions: {
      optimization: { inlineConst: { mode: 'all', pass: 2 } },
      output: {
        // Otherwise the code that several lazy parts share would be split into a hundred chunks.
        codeSplitting: {
          groups: [
            { name: firstRouteChunk('ground', { part: DEAL_LISTS, others: withoutLists }) },
            { name: partChunk('cards', DEAL_LISTS), includeDependenciesRecursively: false },
            { name: pageChunks(pageKinds), includeDependenciesRecursively: false },
          ],
        },
        // The first route names every lazy chunk. Names and hashes barely compress, so a chunk has the
        // shortest hash that Rolldown takes and no name: the manifest says which modules it holds.
        chunkFileNames: 'assets/[hash:7].js',
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
