import type { ChatUser, OwnChannel } from '@izgodno/contract/chat/channel';
import type { Message } from '@izgodno/contract/chat/message';
import type { Availability } from '@izgodno/contract/chat/presence';

/** Where the user looks when a message arrives. */
export type Attention =
  /** This page is visible and shows the message's channel. */
  | 'channel'
  /** This page is visible and shows something else. */
  | 'page'
  /** Another page of the site is visible and notifies the user. */
  | 'elsewhere'
  /** No page of the site is visible. */
  | 'away';

/** How the user is notified: in the page, by the system, or not at all. */
export type NoticeWay = 'none' | 'page' | 'system';

export interface NoticeQuestion {
  readonly message: Pick<
    Message,
    'sender' | 'mentionsAll' | 'deletedAt' | 'replyTo' | 'forwarded'
  > & {
    readonly mentions: readonly ChatUser[];
  };
  readonly channel: Pick<OwnChannel, 'kind' | 'membership'>;
  readonly ownId: string;
  readonly availability: Availability;
  /** The blocked users. */
  readonly blocked: ReadonlySet<string>;
  readonly attention: Attention;
}

const isWanted = ({ message, channel, ownId }: NoticeQuestion): boolean => {
  switch (channel.membership.notifications) {
    case 'none':
      return false;
    case 'all':
      return true;
    case 'mentions':
      // A direct message counts as a mention.
      return (
        channel.kind === 'direct' ||
        message.mentionsAll ||
        message.replyTo?.sender.id === ownId ||
        // The mentions in a forward notify no one.
        (message.forwarded === null && message.mentions.some(({ id }) => id === ownId))
      );
  }
};

export const noticeWay = (question: NoticeQuestion): NoticeWay => {
  const { message, ownId, availability, attention, blocked } = question;
  if (message.sender.id === ownId || message.deletedAt !== null) return 'none';
  if (blocked.has(message.sender.id)) return 'none';
  if (availability === 'dnd' || !isWanted(question)) return 'none';
  switch (attention) {
    case 'channel':
    case 'elsewhere':
      return 'none';
    case 'page':
      return 'page';
    case 'away':
      return 'system';
  }
};
