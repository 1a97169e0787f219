import { createHash } from 'node:crypto';
import type { InlineDigests } from '#platform/http/security-headers.ts';

const digest = (content: string): string =>
  `sha256-${createHash('sha256').update(content).digest('base64')}`;

/**
 * The digests of the page's inline style and script. Inline, they save a round trip before the
 * first view (docs/decisions/0024-reach.md).
 */
export const digestInline = (page: string): InlineDigests => ({
  scripts: [...page.matchAll(/<script>(.*?)<\/script>/gs)].map(([, script = '']) => digest(script)),
  styles: [...page.matchAll(/<style>(.*?)<\/style>/gs)].map(([, style = '']) => digest(style)),
});
