import { DECISIONS_PATH } from '../site/decisions-path.ts';
import type { NoticeContent } from './notice.ts';

/** The help about what becomes of a report, and how to object. */
const ABOUT_REPORTS_PATH = '/help#report';

const dealPath = ({ id }: { readonly id: string }): string => `/deals/${encodeURIComponent(id)}`;

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
      return content.decided.startsWith('report_') ? ABOUT_REPORTS_PATH : DECISIONS_PATH;
    case 'own_deal_removed':
      return DECISIONS_PATH;
    case 'own_deal_expired':
      return content.why === 'moderator' ? DECISIONS_PATH : dealPath(content.deal);
    case 'deal_comment':
    case 'comment_reply':
      return `${dealPath(content.deal)}#comments`;
    default:
      return dealPath(content.deal);
  }
};
