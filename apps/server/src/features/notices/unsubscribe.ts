import type { FastifyInstance, FastifyReply } from 'fastify';
import * as z from 'zod/mini';
import { parseStorable } from '@izgodno/contract/common/parse-untrusted';
import { unsubscribeTokenSchema, type unsubscribe as call } from '@izgodno/contract/notices/calls';
import {
  chosenKindOf,
  chosenKinds,
  noticeKindSchema,
  type NoticeKind,
} from '@izgodno/contract/notices/notice';
import { CallError } from '#platform/http/errors.ts';
import { escapeHtml } from '#platform/http/escape-html.ts';
import { createToken } from '#platform/tokens.ts';
import type { NoticeCall, NoticesContext } from './notices-context.ts';
import { changePreferences, type PreferenceChanges } from './preferences.ts';

// Links that stop mails without a sign-in. They can do nothing else, because anyone with the mail
// has them.

const SEPARATOR = '.';

/** The token of a user's link that stops mails of one kind, or all of them. */
export const unsubscribeTokenFor = async (
  { database }: NoticesContext,
  userId: string,
  what: NoticeKind | 'all',
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
  return `${token}${SEPARATOR}${what}`;
};

/** Stops the mails of a link. Returns false for an unknown link. */
const stopMails = async ({ database }: NoticesContext, linkToken: string): Promise<boolean> => {
  const [token = '', what = ''] = linkToken.split(SEPARATOR);
  const kind = parseStorable(noticeKindSchema, what);
  if (!kind.success && what !== 'all') return false;
  const owner = await database
    .selectFrom('unsubscribe_tokens')
    .select('user_id')
    .where('token', '=', token)
    .executeTakeFirst();
  if (owner === undefined) return false;
  const changes: PreferenceChanges = Object.fromEntries(
    (kind.success ? [chosenKindOf(kind.data)] : chosenKinds).map((each) => [each, { mail: false }]),
  );
  await changePreferences(database, owner.user_id, changes);
  return true;
};

/** Throws `not_found`. */
export const unsubscribe: NoticeCall<typeof call> = async (context, { query }) => {
  if (!(await stopMails(context, query.token))) throw new CallError('not_found');
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

/**
 * The page of the link at the foot of a mail. Opening it changes nothing, because mail servers open
 * links too; its button does. It needs neither a script nor a sign-in.
 */
export const addUnsubscribePage = (app: FastifyInstance, context: NoticesContext): void => {
  const { siteName } = context;
  app.get('/unsubscribe', (request, reply) => {
    const action = `/unsubscribe?token=${encodeURIComponent(tokenOf(request.query))}`;
    return sendPage(
      reply,
      200,
      siteName,
      `<form method="post" action="${escapeHtml(action)}">` +
        `<p>Да спрем ли да Ви изпращаме такива имейли?</p>` +
        `<p lang="en">Stop emails like this one?</p>` +
        `<button>Спиране / Stop</button></form>`,
    );
  });

  app.post('/unsubscribe', async (request, reply) =>
    (await stopMails(context, tokenOf(request.query)))
      ? sendPage(
          reply,
          200,
          siteName,
          `<p>Готово: няма да получавате повече такива имейли.</p>` +
            `<p lang="en">Done: you will get no more emails like this one.</p>`,
        )
      : sendPage(
          reply,
          404,
          siteName,
          `<p>Тази връзка не е валидна.</p><p lang="en">This link is not valid.</p>`,
        ),
  );
};
