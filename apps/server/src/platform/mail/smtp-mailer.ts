import { createTransport } from 'nodemailer';
import { UndeliverableError, type Mailer } from './mailer.ts';
import { isWrongRecipient } from './smtp-reply.ts';

const TIMEOUT_MS = 15_000;

export interface SmtpOptions {
  /** `smtp://` or `smtps://` with user and password if the server needs them. */
  readonly url: string;
  readonly from: string;
}

export const createSmtpMailer = ({ url, from }: SmtpOptions): Mailer => {
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
      await transport
        .sendMail({
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
