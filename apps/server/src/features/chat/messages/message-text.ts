import { MAX_MENTIONS, MAX_LINK_PREVIEWS } from '@izgodno/contract/chat/limits';
import { MENTION, MENTION_ALL } from '@izgodno/contract/chat/mentions';
import type { MessageLink } from '@izgodno/contract/chat/message';
import { CallError } from '#platform/http/errors.ts';
import type { MemberContext } from '../channels/channel-context.ts';
import { maxTextLength, mayMentionAll } from '../channels/channel-policy.ts';
import type { ChatContext } from '../chat-context.ts';
import type { MessageRow } from './message-rows.ts';

const mentionPattern = new RegExp(MENTION, 'g');
const linkPattern = /https?:\/\/[^\s<>"'`\\^{|}]+/gi;
// Punctuation at the end of a link usually belongs to the sentence.
const trailing = /(?<![.,;:!?*_~)\]])[.,;:!?*_~)\]]+$/;
/** Longer URLs are not treated as links. */
const MAX_LINK_LENGTH = 2_000;

/** Code is shown verbatim, so mentions and links in it are ignored. */
const withoutCode = (text: string): string =>
  text.replaceAll(/```[\s\S]*?(?:```|$)|`[^`\n]*`/g, ' ');

/** The ids of the users a text mentions, each once. */
export const mentionedIds = (text: string): string[] => {
  const ids = withoutCode(text)
    .matchAll(mentionPattern)
    .map(([, id = '']) => id);
  return [...new Set(ids)].slice(0, MAX_MENTIONS);
};

/** Whether a text mentions all members of the channel. */
const mentionsAll = (text: string): boolean => MENTION_ALL.test(withoutCode(text));

/** The links of a text that get a preview, each once. */
export const linksOf = (text: string): string[] => {
  const links = withoutCode(text)
    .matchAll(linkPattern)
    .map(([link]) => link.replace(trailing, ''))
    .filter((link) => link.length <= MAX_LINK_LENGTH && URL.canParse(link));
  return [...new Set(links)].slice(0, MAX_LINK_PREVIEWS);
};

/** The id of the deal a link leads to, if it is one of ours; else null. */
export const dealIdOf = (link: string, ownOrigins: readonly string[]): string | null => {
  const url = URL.parse(link);
  if (url === null || !ownOrigins.includes(url.origin)) return null;
  return /^\/deals\/([1-9]\d{0,15})\/?$/.exec(url.pathname)?.[1] ?? null;
};

interface TextParts {
  readonly text: string;
  readonly mentions: MessageRow['mentions'];
  readonly mentionsAll: boolean;
  /** Deals only, because their URLs identify them. Other links get previews later. */
  readonly links: MessageLink[];
}

/** The terms that find a message: those of its text and of the names of its files. */
export const searchTermsOf = (
  { words }: Pick<ChatContext, 'words'>,
  text: string,
  files: readonly { readonly fileName: string }[],
): string => {
  const names = files.map(({ fileName }) => fileName.replaceAll(/[^\p{L}\p{N}]+/gu, ' '));
  return words.index([text, ...names].join(' '));
};

/**
 * Extracts mentions, deals and links from a message's text. Throws `validation_failed` for one that is
 * too long for the channel, because the contract of a call allows the length of any message.
 */
export const readText = async (
  { database, ownOrigins }: ChatContext,
  text: string,
  { actor, policy }: Pick<MemberContext, 'actor' | 'policy'>,
): Promise<TextParts> => {
  const maximum = maxTextLength(policy);
  if (text.length > maximum)
    throw new CallError('validation_failed', {
      fields: { text: { code: 'too_big', message: `Expected at most ${maximum} characters` } },
    });
  const ids = mentionedIds(text);
  return {
    text,
    mentions:
      ids.length === 0
        ? []
        : await database
            .selectFrom('users')
            .select(['id', 'name'])
            .where('id', 'in', ids)
            .execute(),
    mentionsAll: mentionsAll(text) && mayMentionAll(actor, policy),
    links: linksOf(text).flatMap((url) => {
      const dealId = dealIdOf(url, ownOrigins);
      return dealId === null ? [] : [{ kind: 'deal', url, dealId }];
    }),
  };
};
