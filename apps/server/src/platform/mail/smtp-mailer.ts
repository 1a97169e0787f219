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

export const createSmtpMailer = ({ url, from, limitMs = LIMIT_MS }: SmtpOptions): Mailer => {
  const transport = createTransport({
    url,
    pool: true,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    // Mails contain our texts only; no file or URL in them may be read.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    enabled: true,
    async send({ to, subject, text, html, replyTo, unsubscribeUrl, messageId }) {
      // Closes the connection of this mail alone.
      const signal = AbortSignal.timeout(limitMs);
      await transport
        .sendMail({
          signal,
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
        })
        .catch((error: unknown) => {
          if (signal.aborted)
            throw new Error(`The mail server took longer than ${limitMs / 1_000} s.`, {
              cause: error,
            });
          throw isWrongRecipient(error)
            ? new UndeliverableError('The mail was refused.', { cause: error })
            : error;
        });
    },
    async verify() {
      await withDeadline(transport.verify(), limitMs);
    },
    close: () => transport.close(),
  };
};
