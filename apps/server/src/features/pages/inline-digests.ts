import { createHash } from 'node:crypto';
import type { InlineDigests } from '#platform/http/security-headers.ts';

const digest = (content: string): string =>
  `sha256-${createHash('sha256').update(content).digest('base64')}`;

/**
 * What stands within the built page: the style of its first view and the script that runs before it.
 * They save a journey to the server before anything is seen (docs/decisions/0024-reach.md).
 */
export const digestInline = (page: string): InlineDigests => ({
  scripts: [...page.matchAll(/<script>(.*?)<\/script>/gs)].map(([, script = '']) => digest(script)),
  styles: [...page.matchAll(/<style>(.*?)<\/style>/gs)].map(([, style = '']) => digest(style)),
});
