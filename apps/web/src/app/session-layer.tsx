import { ApiError } from '@izgodno/contract/common/client';
import { useQueryClient, type Query } from '@tanstack/react-query';
import { useEffect } from 'react';
import { lazyActions } from '#core/lazy-actions.ts';
import { Eventually } from '#core/lazy-component.tsx';
import { useSession } from '#core/session/browser/use-session.ts';
import { AccountLayer } from '#features/accounts/account-layer.tsx';
import { SignedInLayer } from './lazy-signed-in.ts';

export { RequireSession } from '#features/accounts/require-session.tsx';

const withCompletion = lazyActions(() => import('./complete-action.ts'));

const isUnauthorized = ({ state: { error } }: Query): boolean =>
  error instanceof ApiError && error.status === 401;

/** The session's dialogs and messages on every page. */
export const SessionLayer = () => {
  const queries = useQueryClient();
  const { phase } = useSession();
  const session = phase.kind === 'signed-in' ? phase.session : null;
  const user = session?.user ?? null;
  const token = session?.accessToken;
  useEffect(() => {
    // These requests were rejected because of the former token.
    if (token !== undefined) void queries.refetchQueries({ predicate: isUnauthorized });
  }, [token, queries]);
  return (
    <>
      <AccountLayer
        onSignedIn={(action) => void withCompletion(({ complete }) => complete(queries, action))}
      />
      {user !== null && (
        <Eventually>
          <SignedInLayer userId={user.id} />
        </Eventually>
      )}
    </>
  );
};
