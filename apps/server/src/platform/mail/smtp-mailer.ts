import { createTransport } from 'nodemailer';
import { withDeadline } from '#platform/with-deadline.ts';
import { UndeliverableError, type Mailer } from './mailer.ts';
import { isWrongRecipient } from './smtp-reply.ts';

/** How long the server may be silent. */
const TIMEOUT_MS = 15_000;
/** How long a mail may take, because a server that never ends its replies is never silent. */
const LIMIT_MS = 120_000;

export interface SmtpOptions {
  /** `smtp://` or `smtps://` with user and password if the server needs them. */
  readonly url: string;
  readonly from: string;
  readonly limitMs?: number;
}

const openTransport = (url: string) =>
  createTransport({
    url,
    pool: true,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    // Mails contain our texts only; no file or URL in them may be read.
    disableFileAccess: true,
    disableUrlAccess: true,
  });

export const createSmtpMailer = ({ url, from, limitMs = LIMIT_MS }: SmtpOptions): Mailer => {
  let transport = openTransport(url);
  /** Sends in time. The connections of a pool that was late are not used again. */
  const inTime = async (work: (of: typeof transport) => Promise<unknown>): Promise<void> => {
    const used = transport;
    const late = setTimeout(() => {
      used.close();
      if (transport === used) transport = openTransport(url);
    }, limitMs);
    await withDeadline(work(used), limitMs).finally(() => clearTimeout(late));
  };
  return {
    enabled: true,
    async send({ to, subject, text, html, replyTo, unsubscribeUrl, messageId }) {
      await inTime((used) =>
        used.sendMail({
          from,
          to: { name: '', address: to },
          subject,
          text,
          ...(messageId === undefined ? {} : { messageId }),
          ...(replyTo === undefined
            ? {}
            : // Strangers write the name.
              { replyTo: { ...replyTo, name: replyTo.name.replaceAll(/\s+/g, ' ') } }),
          ...(html === undefined ? {} : { html }),
          headers: {
            'Auto-Submitted': 'auto-generated',
            ...(unsubscribeUrl === undefined
              ? {}
              : {
                  'List-Unsubscribe': `<${unsubscribeUrl}>`,
                  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
                }),
          },
        }),
      ).catch((error: unknown) => {
        throw isWrongRecipient(error)
          ? new UndeliverableError('The mail was refused.', { cause: error })
          : error;
      });
    },
    async verify() {
      await transport.verify();
    },
    close: () => transport.close(),
  };
};
