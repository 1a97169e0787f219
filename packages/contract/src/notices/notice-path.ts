import { DECISIONS_PATH } from '../site/decisions-path.ts';
import type { NoticeContent } from './notice.ts';

/** The path of the page that a notice leads to, in the product, in a mail and in a push. */
export const noticePath = (content: NoticeContent): string => {
  switch (content.kind) {
    case 'saved_search':
      return `/deals?${content.savedSearch.query}&sort=newest`;
    case 'channel_invitation':
      return `/chat/${content.channel.id}`;
    case 'watched_page':
      return '/favorites/watched';
    case 'moderation_decision':
    case 'own_deal_removed':
      return DECISIONS_PATH;
    case 'deal_comment':
    case 'comment_reply':
      return `/deals/${encodeURIComponent(content.deal.id)}#comments`;
    default:
      return `/deals/${encodeURIComponent(content.deal.id)}`;
  }
};
