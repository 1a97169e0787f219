import { useNamedPart } from '#core/router/fragment.ts';
import { useLocation } from '#core/router/location.ts';

export interface MailedLink {
  /** Empty if the mail program cut the link off. */
  readonly token: string;
  /** The purpose, if one page serves several (`?for=undo`). */
  readonly purpose: string | null;
}

/**
 * The mailed link that led to the page; another one may follow in the same tab. The token is in the
 * fragment, which is sent neither to a server nor to another site.
 */
export const useMailedLink = (): MailedLink => {
  const token = useNamedPart();
  const { query } = useLocation();
  return { token, purpose: new URLSearchParams(query).get('for') };
};
