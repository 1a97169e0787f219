import { leaveNewsletter } from '@izgodno/contract/newsletter/calls';
import { MailedLink, mailedToken } from './mailed-link.tsx';

/** Ends a subscription by the link in its mail. */
export const LeaveNewsletterPage = () => (
  <MailedLink
    token={mailedToken('token') ?? ''}
    call={leaveNewsletter}
    texts={{
      title: 'leave.title',
      lead: 'leave.lead',
      button: 'leave.confirm',
      done: 'leave.left',
      invalid: 'leave.invalid',
    }}
  />
);
