import { serverImports, webImports } from './scripts/feature-imports.ts';

/**
 * The one way that imports run. contract → schema library only · web: shared ← core ← features ← app ·
 * server: config ← platform ← schema ← features ← app · web ↔ server never.
 */
const forbid = (name, comment, from, to) => ({ name, severity: 'error', comment, from, to });
const SERVER = '^apps/server/src';
const WEB = '^apps/web/src';
const TEST = '\\.test(-data)?\\.tsx?$';

/** A rule for each feature of the list, and one for all that are not on it. */
const forbidUnlisted = (side, root, imports) => {
  const features = `${root}/features`;
  const comment = 'scripts/feature-imports.ts says which features it may import.';
  const rules = Object.entries(imports).map(([feature, others]) =>
    forbid(
      `${side}-imports-of-${feature}`,
      comment,
      { path: `${features}/${feature}/`, pathNot: TEST },
      { path: `${features}/`, pathNot: `${features}/(${[feature, ...others].join('|')})/` },
    ),
  );
  const listed = Object.keys(imports).join('|');
  return [
    ...rules,
    forbid(
      `${side}-imports-of-others`,
      comment,
      { path: `${features}/([^/]+)/`, pathNot: [TEST, `${features}/(${listed})/`] },
      { path: `${features}/`, pathNot: `${features}/$1/` },
    ),
  ];
};

/** What connectors of sources are made with, and what puts connectors to use. */
const SOURCES = `${SERVER}/features/sources`;
const sourceParts = 'mapping|pipeline|politeness|records|visit';
const sourceUsers = 'admin|registry|schedule';

/** What decides in the chat, as its subjects have no model folders. */
const chatMachines = [
  'channels/(activity|channel-directory|channel-name|chat-title|last-active|probe-activity|selection)',
  'composer/(mention-text|outbox|outbox-sender)',
  'members/people',
  'messages/(channel-log|message-logs|receipts|thread|timeline|trimmed)',
];

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    forbid(
      'no-circular',
      'Two modules that need each other are one module, or lack a third.',
      {},
      { circular: true },
    ),
    forbid(
      'not-resolvable',
      'The import leads nowhere.',
      { path: '^(packages|apps|e2e|bench|scripts)/' },
      { couldNotResolve: true, pathNot: '^(virtual:|node:)' },
    ),
    forbid(
      'contract-stands-alone',
      'The contract may use the schema library only.',
      { path: '^packages/contract/src', pathNot: TEST },
      { pathNot: ['^packages/contract/src', '(^|/)node_modules/zod/'] },
    ),
    forbid(
      'demo-knows-the-contract-only',
      'Demo data may use the contract and the schema library only.',
      { path: '^packages/demo/src', pathNot: TEST },
      { pathNot: ['^packages/(contract|demo)/src', '(^|/)node_modules/zod/', '^(node:)?fs$'] },
    ),
    forbid(
      'web-knows-no-server',
      'The browser talks to the server through @izgodno/contract.',
      { path: '^apps/web' },
      { path: '^apps/server' },
    ),
    forbid(
      'server-knows-no-web',
      'The server serves the built files; it imports none.',
      { path: '^apps/server' },
      { path: '^apps/web' },
    ),

    forbid(
      'server-config-is-the-ground',
      'config imports no other layer.',
      { path: `${SERVER}/config` },
      { path: `${SERVER}/(platform|schema|features|app)` },
    ),
    forbid(
      'server-platform-below-features',
      'platform may import config only.',
      { path: `${SERVER}/platform`, pathNot: TEST },
      { path: `${SERVER}/(schema|features|app)` },
    ),
    forbid(
      'server-schema-below-features',
      'schema holds the types of tables; it may import config and platform.',
      { path: `${SERVER}/schema`, pathNot: TEST },
      { path: `${SERVER}/(features|app)` },
    ),
    forbid(
      'server-app-through-api',
      'app imports of a feature its api.ts only.',
      { path: `${SERVER}/app/`, pathNot: TEST },
      {
        path: `${SERVER}/features/`,
        pathNot: `${SERVER}/features/[^/]+/api\\.ts$`,
      },
    ),
    forbid(
      'server-feature-through-api',
      'A feature imports of another its api.ts only.',
      { path: `${SERVER}/features/([^/]+)/`, pathNot: TEST },
      { path: `${SERVER}/features/`, pathNot: `${SERVER}/features/($1/|[^/]+/api\\.ts$)` },
    ),
    ...forbidUnlisted('server', SERVER, serverImports),
    forbid(
      'source-parts-below-connectors',
      'What connectors share knows none of them.',
      { path: `${SOURCES}/(${sourceParts})/`, pathNot: TEST },
      { path: `${SOURCES}/[^/]+/`, pathNot: `${SOURCES}/(${sourceParts})/` },
    ),
    forbid(
      'source-connectors-apart',
      'A connector imports no other: what several need belongs to records.',
      { path: `${SOURCES}/([^/]+)/`, pathNot: [TEST, `${SOURCES}/(${sourceUsers})/`] },
      {
        path: `${SOURCES}/[^/]+/`,
        // A product page is read for links of members and for sites.
        pathNot: `${SOURCES}/($1|${sourceParts}|product-page)/`,
      },
    ),
    forbid(
      'server-feature-below-app',
      'Features do not know who composes them.',
      { path: `${SERVER}/features`, pathNot: TEST },
      { path: `${SERVER}/app/` },
    ),

    forbid(
      'web-shared-is-the-ground',
      'shared knows no domain: it imports nothing of ours but itself.',
      { path: `${WEB}/shared`, pathNot: TEST },
      { path: `${WEB}/(core|features|app)` },
    ),
    forbid(
      'web-core-below-features',
      'core may import shared only.',
      { path: `${WEB}/core`, pathNot: TEST },
      { path: `${WEB}/(features|app)` },
    ),
    forbid(
      'web-feature-through-api',
      'A feature imports of another its api.ts only.',
      { path: `${WEB}/features/([^/]+)/`, pathNot: TEST },
      { path: `${WEB}/features/`, pathNot: `${WEB}/features/($1/|[^/]+/api\\.ts$)` },
    ),
    ...forbidUnlisted('web', WEB, webImports),
    forbid(
      'web-feature-below-app',
      'Features do not know who composes them.',
      { path: `${WEB}/features`, pathNot: TEST },
      { path: `${WEB}/app` },
    ),
    forbid(
      'web-first-view-above-core',
      'first-view runs on the server: it may import core, shared, and what it shares with the list.',
      { path: `${WEB}/first-view`, pathNot: TEST },
      {
        path: `${WEB}/(features|app|service-worker)`,
        pathNot: `${WEB}/features/search/(list-head|model)/`,
      },
    ),
    forbid(
      'web-first-view-apart',
      'The browser does not load what renders on the server.',
      { path: `${WEB}/`, pathNot: `${WEB}/first-view` },
      { path: `${WEB}/first-view` },
    ),
    forbid(
      'web-core-machines-without-react',
      'Machines and models are plain TypeScript; a thin hook elsewhere adapts them.',
      {
        path: `${WEB}/(core/(session|realtime|uploads/engine)|features/([^/]+/model|chat/(${chatMachines.join('|')})))[./]`,
        pathNot: [TEST, '/browser/'],
      },
      { path: '(^|/)node_modules/(react|react-dom)/' },
    ),
    forbid(
      'no-test-code-in-product',
      'Product code imports no test code.',
      { path: '/src/', pathNot: [TEST, '^(e2e|bench)/'] },
      { path: [TEST, '^apps/server/test/'] },
    ),
  ],
  options: {
    parser: 'swc',
    doNotFollow: { path: 'node_modules' },
    exclude: { path: ['(^|/)dist/', '\\.cache/'] },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.js', '.json'],
    },
  },
};
