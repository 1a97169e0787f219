import { ApiError } from '@izgodno/contract/common/client';
import { useQueryClient, type Query, type QueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { lazyActions } from '#core/lazy-actions.ts';
import { Eventually } from '#core/lazy-component.tsx';
import { session } from '#core/session/browser/session.ts';
import { useSession, useUser } from '#core/session/browser/use-session.ts';
import type { SessionSnapshot } from '#core/session/runtime.ts';
import { AccountLayer } from '#features/accounts/account-layer.tsx';
import { SignedInLayer } from './lazy-signed-in.ts';

export { RequireSession } from '#features/accounts/require-session.tsx';

const withCompletion = lazyActions(() => import('./complete-action.ts'));

const isUnauthorized = ({ state: { fetchFailureReason: reason } }: Query): boolean =>
  reason instanceof ApiError && reason.status === 401;

/** Whether it is still open if the session goes on, or a dialog says that it is over. */
const isUndecided = ({ phase }: SessionSnapshot): boolean =>
  phase.kind === 'signed-in'
    ? phase.refresh.kind === 'running'
    : phase.kind === 'restoring' || phase.kind === 'ended';

/**
 * Leaves the page as it was while the session is being refreshed and when it is over: rejected
 * requests are no failure of the page, and its user did sign in.
 */
const keepPage = (queries: QueryClient): (() => void) =>
  queries.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'error') return;
    const { query } = event;
    if (isUnauthorized(query) && isUndecided(session.get()))
      query.setState({
        error: null,
        status: query.state.data === undefined ? 'pending' : 'success',
      });
  });

/** The session's dialogs and messages on every page. */
export const SessionLayer = () => {
  const queries = useQueryClient();
  const snapshot = useSession();
  const { phase } = snapshot;
  const user = useUser();
  const token = phase.kind === 'signed-in' && !isUndecided(snapshot) && phase.session.accessToken;
  useEffect(() => keepPage(queries), [queries]);
  useEffect(() => {
    // These requests were rejected because of the former token.
    if (token) void queries.refetchQueries({ predicate: isUnauthorized });
  }, [token, queries]);
  return (
    <>
      <AccountLayer onSignedIn={() => void withCompletion(({ complete }) => complete(queries))} />
      {user !== null && (
        <Eventually>
          <SignedInLayer userId={user.id} />
        </Eventually>
      )}
    </>
  );
};
