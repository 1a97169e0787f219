import type { LanguageCode } from '@izgodno/contract/common/language';
import type { NoticeContent } from '@izgodno/contract/notices/notice';
import { escapeHtml } from '#platform/http/escape-html.ts';
import type { Mail } from '#platform/mail/mailer.ts';
import { mailWords, wordNotice } from './notice-wording.ts';

export interface MailOptions {
  readonly to: { readonly name: string; readonly email: string };
  readonly language: LanguageCode;
  readonly contents: readonly NoticeContent[];
  readonly siteName: string;
  /** Origin of the product. */
  readonly baseUrl: string;
  readonly unsubscribeToken: string;
}

const link = (url: string, text: string): string =>
  `<a href="${escapeHtml(url)}">${escapeHtml(text)}</a>`;

/** One mail with all of a user's due notices. */
export const composeNoticeMail = (options: MailOptions): Mail => {
  const { to, language, contents, siteName, baseUrl, unsubscribeToken } = options;
  const words = mailWords[language];
  const notices = contents.map((content) => wordNotice(content, language));
  const [first] = notices;
  // Names and titles written by users are in the mail, not in its subject.
  const subject =
    notices.length === 1 && first !== undefined ? first.title : words.several(notices.length);
  const token = encodeURIComponent(unsubscribeToken);
  const stopUrl = `${baseUrl}/unsubscribe?token=${token}`;
  const settingsUrl = `${baseUrl}/settings`;

  const lines = notices.map(({ title, body, path }) => `${title}\n${body}\n${baseUrl}${path}`);
  const items = notices.map(
    ({ title, body, path }) =>
      `<p><strong>${escapeHtml(title)}</strong><br>${link(baseUrl + path, body)}</p>`,
  );
  return {
    to: to.email,
    subject: `${subject} - ${siteName}`,
    text: [
      words.greeting(to.name),
      ...lines,
      `--\n${words.settings}: ${settingsUrl}\n${words.stopThese}: ${stopUrl}`,
    ].join('\n\n'),
    html: [
      `<!doctype html><html lang="${language}"><body>`,
      `<p>${escapeHtml(words.greeting(to.name))}</p>`,
      ...items,
      `<hr><p><small>${link(settingsUrl, words.settings)} · ${link(stopUrl, words.stopThese)}</small></p>`,
      '</body></html>',
    ].join('\n'),
    unsubscribeUrl: `${baseUrl}/api/notices/unsubscribe?token=${token}`,
  };
};
