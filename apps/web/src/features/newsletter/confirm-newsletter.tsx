import { confirmNewsletter } from '@izgodno/contract/newsletter/calls';
import { MailedLink } from './mailed-link.tsx';

/** Confirms a subscription by the link in its mail. */
export const ConfirmNewsletter = ({ token }: { readonly token: string }) => (
  <MailedLink
    token={token}
    call={confirmNewsletter}
    texts={{
      title: 'welcome.newsletter',
      lead: 'welcome.confirmLead',
      button: 'welcome.confirm',
      done: 'welcome.confirmed',
      invalid: 'welcome.notConfirmed',
    }}
  />
);
