/** Reply codes from here on are permanent (RFC 5321, section 4.2.1). */
const PERMANENT_REPLY = 500;

/** The commands that may be rejected because of one mail; others concern all mails. */
const commandsOfOneMail: ReadonlySet<unknown> = new Set(['RCPT TO', 'DATA']);

/**
 * Enhanced codes about the address of the recipient (RFC 3463): no such mailbox, no such domain, no
 * address, a mailbox that has moved, a null MX, a disabled mailbox.
 */
const codesOfRecipient: ReadonlySet<string | undefined> = new Set([
  '5.1.1',
  '5.1.2',
  '5.1.3',
  '5.1.6',
  '5.1.10',
  '5.2.1',
]);

/** Whether a mail server rejected a mail for good; the reason may concern all mails. */
export const isRejection = (error: unknown): boolean =>
  error instanceof Error &&
  'responseCode' in error &&
  typeof error.responseCode === 'number' &&
  error.responseCode >= PERMANENT_REPLY;

/**
 * Whether a mail server rejected one mail, and whether for good; null if all mails are concerned, or
 * there was no reply.
 */
export const rejectionOf = (error: unknown): 'permanent' | 'temporary' | null => {
  const isReply =
    error instanceof Error &&
    'responseCode' in error &&
    'command' in error &&
    commandsOfOneMail.has(error.command);
  if (!isReply) return null;
  return isRejection(error) ? 'permanent' : 'temporary';
};

/**
 * Whether a mail server said that the address of the recipient is wrong. A plain 550 does not say
 * so: servers also reject senders, relays and quotas with it, at RCPT TO.
 */
export const isWrongRecipient = (error: unknown): boolean =>
  error instanceof Error &&
  rejectionOf(error) === 'permanent' &&
  'response' in error &&
  typeof error.response === 'string' &&
  codesOfRecipient.has(/^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(error.response)?.[1]);
