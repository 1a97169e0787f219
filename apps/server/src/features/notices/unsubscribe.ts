import type { FastifyInstance, FastifyReply } from 'fastify';
import * as z from 'zod/mini';
import { parseStorable } from '@izgodno/contract/common/parse-untrusted';
import { unsubscribeTokenSchema, type unsubscribe as call } from '@izgodno/contract/notices/calls';
import {
  chosenKindOf,
  chosenKinds,
  noticeKinds,
  noticeKindSchema,
  type ChosenKind,
  type NoticeKind,
} from '@izgodno/contract/notices/notice';
import type { LanguageCode } from '@izgodno/contract/common/language';
import { CallError } from '#platform/http/errors.ts';
import { escapeHtml } from '#platform/http/escape-html.ts';
import { createToken } from '#platform/tokens.ts';
import { noticeTitle } from './notice-wording.ts';
import type { NoticeCall, NoticesContext } from './notices-context.ts';
import { changePreferences, type PreferenceChanges } from './preferences.ts';

// Links that stop mails without a sign-in. They can do nothing else, because anyone with the mail
// has them.

const SEPARATOR = '.';
/** In place of the kinds, in links that stop every mail. */
const ALL = 'all';

/** The token of a user's link that stops mails with notices like these. */
export const unsubscribeTokenFor = async (
  { database }: NoticesContext,
  userId: string,
  kinds: Iterable<NoticeKind>,
): Promise<string> => {
  await database
    .insertInto('unsubscribe_tokens')
    .values({ user_id: userId, token: createToken() })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const { token } = await database
    .selectFrom('unsubscribe_tokens')
    .select('token')
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return [token, ...new Set(Array.from(kinds, chosenKindOf))].join(SEPARATOR);
};

const kindsSchema = z.array(noticeKindSchema).check(z.minLength(1));

/** What a link says. */
interface Link {
  readonly token: string;
  /** The kinds whose mails it stops. */
  readonly kinds: ReadonlySet<ChosenKind>;
}

/** Returns null for what is no link. */
const readLink = (linkToken: string): Link | null => {
  const [token = '', ...named] = linkToken.split(SEPARATOR);
  if (named.length === 1 && named[0] === ALL) return { token, kinds: new Set(chosenKinds) };
  const kinds = parseStorable(kindsSchema, named);
  return kinds.success ? { token, kinds: new Set(kinds.data.map(chosenKindOf)) } : null;
};

/** Stops the mails of a link. Returns false for one that was not sent. */
const stopMails = async (
  { database }: NoticesContext,
  { token, kinds }: Link,
): Promise<boolean> => {
  const owner = await database
    .selectFrom('unsubscribe_tokens')
    .select('user_id')
    .where('token', '=', token)
    .executeTakeFirst();
  if (owner === undefined) return false;
  const changes: PreferenceChanges = Object.fromEntries(
    Array.from(kinds, (kind) => [kind, { mail: false }]),
  );
  await changePreferences(database, owner.user_id, changes);
  return true;
};

/** Throws `not_found`. */
export const unsubscribe: NoticeCall<typeof call> = async (context, { query }) => {
  const link = readLink(query.token);
  if (link === null || !(await stopMails(context, link))) throw new CallError('not_found');
  return {};
};

const sendPage = (reply: FastifyReply, status: number, siteName: string, body: string) =>
  reply
    .status(status)
    .header('Cache-Control', 'no-store')
    .header('X-Robots-Tag', 'noindex')
    .type('text/html; charset=utf-8')
    .send(
      `<!doctype html><html lang="bg"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">` +
        `<title>${escapeHtml(siteName)}</title></head><body>${body}</body></html>`,
    );

const querySchema = z.object({ token: unsubscribeTokenSchema });

const tokenOf = (query: unknown): string => parseStorable(querySchema, query).data?.token ?? '';

/** The titles of the notices that are of these kinds, as mails have them. */
const listTitles = (kinds: ReadonlySet<ChosenKind>, language: LanguageCode): string => {
  const items = noticeKinds
    .filter((kind) => kinds.has(chosenKindOf(kind)))
    .map((kind) => `<li>${escapeHtml(noticeTitle(kind, language))}</li>`);
  return `<ul lang="${language}">${items.join('')}</ul>`;
};

const stopButton = (linkToken: string, text: string): string =>
  `<form method="post" action="${escapeHtml(`/unsubscribe?token=${encodeURIComponent(linkToken)}`)}">` +
  `<button>${text}</button></form>`;

const questionOf = ({ token, kinds }: Link): string => {
  const buttons = [
    stopButton([token, ...kinds].join(SEPARATOR), 'Спиране / Stop'),
    stopButton(
      `${token}${SEPARATOR}${ALL}`,
      'Спиране на всички известия по имейл / Stop all notifications by email',
    ),
  ];
  return (
    `<p>Да спрем ли да Ви изпращаме имейли с такива известия?</p>${listTitles(kinds, 'bg')}` +
    `<p lang="en">Stop emails with notifications like these?</p>${listTitles(kinds, 'en')}` +
    (kinds.size < chosenKinds.length ? buttons : buttons.slice(1)).join('')
  );
};

const confirmationOf = ({ kinds }: Link): string =>
  `<p>Готово: няма да получавате повече имейли с такива известия.</p>${listTitles(kinds, 'bg')}` +
  `<p lang="en">Done: you will get no more emails with notifications like these.</p>` +
  listTitles(kinds, 'en');

/**
 * The page of the link at the foot of a mail. Opening it changes nothing, because mail servers open
 * links too; its buttons do. It needs neither a script nor a sign-in.
 */
export const addUnsubscribePage = (app: FastifyInstance, context: NoticesContext): void => {
  const { siteName } = context;
  const sendInvalid = (reply: FastifyReply) =>
    sendPage(
      reply,
      404,
      siteName,
      `<p>Тази връзка не е валидна.</p><p lang="en">This link is not valid.</p>`,
    );

  app.get('/unsubscribe', (request, reply) => {
    const link = readLink(tokenOf(request.query));
    return link === null ? sendInvalid(reply) : sendPage(reply, 200, siteName, questionOf(link));
  });

  app.post('/unsubscribe', async (request, reply) => {
    const link = readLink(tokenOf(request.query));
    return link !== null && (await stopMails(context, link))
      ? sendPage(reply, 200, siteName, confirmationOf(link))
      : sendInvalid(reply);
  });
};
