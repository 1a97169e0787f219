import type { LanguageCode } from '@izgodno/contract/common/language';
import { escapeHtml } from '../http/escape-html.ts';
import type { Mail } from './mailer.ts';

interface MailLink {
  readonly text: string;
  readonly url: string;
}

/** One of the things that a mail is about. */
interface MailItem {
  readonly title: string;
  readonly text: string;
  readonly url: string;
  /** URL of an image of any size; shown 96 pixels wide. */
  readonly image?: string | undefined;
}

export interface MailContent {
  readonly language: LanguageCode;
  readonly siteName: string;
  /** Origin of the product. */
  readonly baseUrl: string;
  /** Paragraphs before the items. */
  readonly before: readonly string[];
  readonly items?: readonly MailItem[];
  /** What the reader is to do. The plain text shows its URL alone. */
  readonly button?: MailLink;
  /** Paragraphs after the button. */
  readonly after?: readonly string[];
  /** Small links at the end, such as the one that stops mails like this one. */
  readonly footer?: readonly MailLink[];
}

// Mail programs apply styles on elements; few read a style sheet, which here only darkens.
const styles = {
  body: 'margin:0;padding:24px 12px;background:#f4f6f4;color:#14201a;font:16px/1.5 -apple-system,Segoe UI,Roboto,Arial,sans-serif',
  // Long words are broken; the second way is that of mail programs without the first.
  sheet:
    'max-width:560px;margin:0 auto;padding:24px;border-radius:12px;background:#ffffff;overflow-wrap:anywhere;word-break:break-word',
  brand: 'font-size:20px;font-weight:800;text-decoration:none;color:#14201a',
  button:
    'display:inline-block;padding:12px 20px;border-radius:10px;background:#0b6b1d;color:#ffffff;font-weight:600;text-decoration:none',
  link: 'color:#0b6b1d',
  small: 'font-size:13px;color:#56645c',
} as const;

const DARK = `@media (prefers-color-scheme:dark){
body{background:#121815!important;color:#e8efea!important}
.sheet{background:#1b2320!important}
.brand{color:#e8efea!important}
.link{color:#7ee08d!important}
.small{color:#a3b1a9!important}
}`;

const anchor = ({ text, url }: MailLink, look: 'brand' | 'button' | 'link'): string =>
  `<a class="${look}" style="${styles[look]}" href="${escapeHtml(url)}">${escapeHtml(text)}</a>`;

const paragraph = (text: string): string => `<p>${escapeHtml(text)}</p>`;

/** A table of its own, because a fixed layout takes the widths of all rows from the first one. */
const itemTable = ({ title, text, url, image }: MailItem): string => {
  const cell =
    image === undefined
      ? ''
      : `<td width="96" valign="top" style="padding:8px 16px 8px 0"><img src="${escapeHtml(image)}" width="96" alt="" style="border-radius:8px"></td>`;
  return (
    `<table role="presentation" width="100%" cellspacing="0" cellpadding="0" style="table-layout:fixed"><tr>${cell}` +
    `<td valign="top" style="padding:8px 0">${anchor({ text: title, url }, 'link')}<br>${escapeHtml(text)}</td></tr></table>`
  );
};

const writeHtml = (content: MailContent): string => {
  const {
    language,
    siteName,
    baseUrl,
    before,
    items = [],
    button,
    after = [],
    footer = [],
  } = content;
  const logo = `<img src="${escapeHtml(baseUrl)}/icons/apple-touch-icon.png" width="28" height="28" alt="" style="vertical-align:middle;border-radius:6px"> `;
  return [
    `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><style>${DARK}</style></head>`,
    `<body style="${styles.body}"><div class="sheet" style="${styles.sheet}">`,
    `<p>${logo}${anchor({ text: siteName, url: baseUrl }, 'brand')}</p>`,
    ...before.map(paragraph),
    ...items.map(itemTable),
    button === undefined ? '' : `<p>${anchor(button, 'button')}</p>`,
    ...after.map(paragraph),
    footer.length === 0
      ? ''
      : `<hr><p class="small" style="${styles.small}">${footer.map((link) => anchor(link, 'link')).join(' · ')}</p>`,
    '</div></body></html>',
  ]
    .filter((part) => part !== '')
    .join('\n');
};

const writeText = ({ before, items = [], button, after = [], footer = [] }: MailContent): string =>
  [
    ...before,
    ...items.map(({ title, text, url }) => `${title}\n${text}\n${url}`),
    ...(button === undefined ? [] : [button.url]),
    ...after,
    ...(footer.length === 0
      ? []
      : [`--\n${footer.map(({ text, url }) => `${text}: ${url}`).join('\n')}`]),
  ].join('\n\n');

/** The two forms of a mail: HTML that every mail program shows, and the same as plain text. */
export const layOutMail = (content: MailContent): Pick<Mail, 'text' | 'html'> => ({
  text: writeText(content),
  html: writeHtml(content),
});
