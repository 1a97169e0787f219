import type { FastifyCorsOptions } from '@fastify/cors';
import type { FastifyInstance } from 'fastify';
import helmet, { type HelmetOptions } from 'helmet';
import type { Settings } from '#config/settings.ts';

const YEAR_SECONDS = 31_536_000;

const endpointOrigins = (endpoints: Settings['GEO_ENDPOINTS']): string[] => [
  ...new Set(
    endpoints
      .flatMap((endpoint) =>
        endpoint.kind === 'lookup' ? [endpoint.url, endpoint.countryUrl] : [endpoint.url],
      )
      .flatMap((url) => URL.parse(url)?.origin ?? []),
  ),
];

type SecuritySettings = Pick<Settings, 'BASE_URL' | 'GEO_ENDPOINTS'>;

const helmetOptions = (settings: SecuritySettings): HelmetOptions => {
  const behindTls = settings.BASE_URL?.startsWith('https:') ?? false;
  return {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        // Images of offers come from the merchants' own hosts.
        imgSrc: ["'self'", 'data:', 'blob:', 'https:'],
        mediaSrc: ["'self'", 'blob:', 'https:'],
        connectSrc: ["'self'", ...endpointOrigins(settings.GEO_ENDPOINTS)],
        fontSrc: ["'self'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'"],
        workerSrc: ["'self'"],
        manifestSrc: ["'self'"],
        // Nothing turns text into script, because React needs no Trusted Types policy. The one
        // allowed policy names the service worker's own file.
        requireTrustedTypesFor: ["'script'"],
        trustedTypes: ['service-worker'],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        ...(behindTls ? { upgradeInsecureRequests: [] } : {}),
      },
    },
    strictTransportSecurity: behindTls ? { maxAge: YEAR_SECONDS, includeSubDomains: true } : false,
    crossOriginEmbedderPolicy: false,
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    xFrameOptions: { action: 'deny' },
  };
};

/**
 * Sends the headers that restrict our pages with every response. They are computed once, because
 * Fastify's plugin for Helmet computes them for every request.
 */
export const registerSecurityHeaders = (app: FastifyInstance, settings: SecuritySettings): void => {
  const setHeaders = helmet(helmetOptions(settings));
  app.addHook('onRequest', (request, reply, done) =>
    setHeaders(request.raw, reply.raw, () => done()),
  );
};

/**
 * The headers that only a page obeys, and a script, style or font of it ignores. On each of a hundred
 * small files they would be two thirds of what is sent.
 */
export const PAGE_HEADERS = [
  'content-security-policy',
  'cross-origin-opener-policy',
  'origin-agent-cluster',
  'x-dns-prefetch-control',
  'x-download-options',
  'x-frame-options',
  'x-permitted-cross-domain-policies',
  'x-xss-protection',
] as const;

/** Digests of a page's inline parts, as in a policy: `sha256-…`. */
export interface InlineDigests {
  readonly scripts: readonly string[];
  readonly styles: readonly string[];
}

const asSources = (digests: readonly string[]): string =>
  digests.map((digest) => ` '${digest}'`).join('');

/** The policy of a page with inline scripts and styles: exactly these. */
export const allowInline = (policy: string, { scripts, styles }: InlineDigests): string =>
  policy
    .replace("script-src 'self'", `$&${asSources(scripts)}`)
    .replace("style-src 'self'", `$&${asSources(styles)}`);

/**
 * The policy of the API documentation, whose viewer assigns sanitised HTML as text. External and
 * inline scripts stay blocked there too.
 */
export const withoutTrustedTypes = (policy: string): string =>
  policy
    .split(';')
    .filter((directive) => !/^(require-trusted-types-for|trusted-types)\b/.test(directive.trim()))
    .join(';');

/** The origins whose pages may make calls and read responses: none by default. */
export const corsOptions = (settings: Pick<Settings, 'CORS_ORIGINS'>): FastifyCorsOptions => ({
  origin: settings.CORS_ORIGINS.length === 0 ? false : settings.CORS_ORIGINS,
  credentials: true,
  // Other OPTIONS ask for the methods (`registerAllowedMethods`).
  strictPreflight: false,
  methods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
  exposedHeaders: [
    'ETag',
    'Idempotency-Replayed',
    'RateLimit',
    'RateLimit-Policy',
    'Retry-After',
    'X-Ignored-Fields',
    'X-Request-Id',
  ],
  maxAge: 600,
});
