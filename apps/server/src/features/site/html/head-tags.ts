import { escapeHtml } from '#platform/http/escape-html.ts';

/** What the heads of all pages say. */
export interface HeadOptions {
  /** Origin of the product. */
  readonly baseUrl: string;
  readonly siteName: string;
}

export const meta = (attribute: 'name' | 'property', name: string, content: string): string =>
  `<meta ${attribute}="${name}" content="${escapeHtml(content)}">`;

export const writeCanonical = (url: string): string =>
  `<link rel="canonical" href="${escapeHtml(url)}">`;
