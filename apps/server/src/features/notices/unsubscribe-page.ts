import type { FastifyInstance, FastifyReply } from 'fastify';
import * as z from 'zod/mini';
import { parseStorable } from '@izgodno/contract/common/parse-untrusted';
import { unsubscribeTokenSchema } from '@izgodno/contract/notices/calls';
import { escapeHtml } from '#platform/http/escape-html.ts';
import type { Unsubscribing } from './unsubscribing.ts';

const answer = (reply: FastifyReply, status: number, siteName: string, body: string) =>
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
export const addUnsubscribePage = (
  app: FastifyInstance,
  unsubscribing: Unsubscribing,
  siteName: string,
): void => {
  app.get('/unsubscribe', { schema: { hide: true } }, (request, reply) => {
    const action = `/unsubscribe?token=${encodeURIComponent(tokenOf(request.query))}`;
    return answer(
      reply,
      200,
      siteName,
      `<form method="post" action="${escapeHtml(action)}">` +
        `<p>Да не получавате повече такива имейли?</p>` +
        `<p lang="en">Stop mails like this one?</p>` +
        `<button>Не искам повече / Stop</button></form>`,
    );
  });

  app.post('/unsubscribe', { schema: { hide: true } }, async (request, reply) =>
    (await unsubscribing.take(tokenOf(request.query)))
      ? answer(
          reply,
          200,
          siteName,
          `<p>Готово: няма да получавате повече такива имейли.</p>` +
            `<p lang="en">Done: you will get no more mails like this one.</p>`,
        )
      : answer(
          reply,
          404,
          siteName,
          `<p>Тази връзка не е валидна.</p><p lang="en">This link is not valid.</p>`,
        ),
  );
};
