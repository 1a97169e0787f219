import type { MessageLink } from '@izgodno/contract/chat/message';
import type { Database } from '#schema/schema.ts';
import type { TextWords } from '#features/search/api.ts';
import type { MemberStanding } from './channel-access.ts';
import { mayMentionAll } from './channel-policy.ts';
import type { MessageRow } from './message-rows.ts';
import { dealIdOf, linksOf, mentionedIds, mentionsAll } from './message-text.ts';

export interface TextReaderOptions {
  readonly database: Database;
  readonly words: TextWords;
  /** The origins of links to our own deals. */
  readonly ownOrigins: readonly string[];
}

interface TextParts {
  readonly text: string;
  readonly searchWords: string;
  readonly mentions: MessageRow['mentions'];
  readonly mentionsAll: boolean;
  /** Deals only, because their URLs identify them. Other links get previews later. */
  readonly links: MessageLink[];
}

export type TextReader = ReturnType<typeof createTextReader>;

/** Extracts mentions, deals, links and search terms from a message's text. */
export const createTextReader = ({ database, words, ownOrigins }: TextReaderOptions) => {
  const readMentions = async (text: string): Promise<MessageRow['mentions']> => {
    const ids = mentionedIds(text);
    if (ids.length === 0) return [];
    return database.selectFrom('users').select(['id', 'name']).where('id', 'in', ids).execute();
  };

  return {
    async read(
      text: string,
      { actor, policy }: Pick<MemberStanding, 'actor' | 'policy'>,
    ): Promise<TextParts> {
      return {
        text,
        searchWords: words.index(text),
        mentions: await readMentions(text),
        mentionsAll: mentionsAll(text) && mayMentionAll(actor, policy),
        links: linksOf(text).flatMap((url) => {
          const dealId = dealIdOf(url, ownOrigins);
          return dealId === null ? [] : [{ kind: 'deal', url, dealId }];
        }),
      };
    },

    /** The links of a text that are not our own deals. */
    pagesOf: (text: string): string[] =>
      linksOf(text).filter((url) => dealIdOf(url, ownOrigins) === null),
  };
};
