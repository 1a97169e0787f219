import {
  deleteUser,
  getUser,
  liftSuspension,
  listUsers,
  suspendUser,
  userStatusSchema,
} from '@izgodno/contract/accounts/administration-calls';
import { changeRole, signUserOut } from '@izgodno/contract/accounts/calls';
import { roleSchema, type Role } from '@izgodno/contract/accounts/session';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api } from '#core/api/api.ts';
import { pagedQuery } from '#core/api/paged-query.ts';

/** The prefix of all queries of the administration: each act changes lists and details. */
export const administrationKey = ['administration'] as const;

export const USERS_PATH = '/admin';
export const userHref = (id: string): string => `${USERS_PATH}/${id}`;

/** The filters of the list; empty ones are left out. */
export const readFilters = (query: string) => {
  const asked = new URLSearchParams(query);
  return {
    q: asked.get('q') ?? '',
    role: roleSchema.safeParse(asked.get('role')).data,
    status: userStatusSchema.safeParse(asked.get('status')).data,
  };
};
export type UserFilters = ReturnType<typeof readFilters>;

export const usersQuery = ({ q, role, status }: UserFilters) =>
  pagedQuery(
    [...administrationKey, 'users', q, role, status],
    (page, signal) =>
      api.call(
        listUsers,
        {
          query: {
            ...page,
            ...(q === '' ? {} : { q }),
            ...(role === undefined ? {} : { role }),
            ...(status === undefined ? {} : { status }),
          },
        },
        signal,
      ),
    { placeholderData: keepPreviousData },
  );

export const userQuery = (userId: string) =>
  queryOptions({
    queryKey: [...administrationKey, 'user', userId],
    queryFn: ({ signal }) => api.call(getUser, { params: { userId } }, signal),
  });

/** What the dialog of an act asks for. */
export interface GivenAct {
  readonly reason: string;
  /** ISO 8601; null until it is lifted. */
  readonly until: string | null;
  readonly removeContent: boolean;
}

/** All of these throw `ApiError`. */
export const acts = {
  async suspend(userId: string, { reason, until, removeContent }: GivenAct) {
    const body = { reason, removeContent, ...(until === null ? {} : { until }) };
    await api.call(suspendUser, { params: { userId }, body });
  },
  async delete(userId: string, { reason }: GivenAct) {
    await api.call(deleteUser, { params: { userId }, body: { reason } });
  },
  async signOut(userId: string, { reason }: GivenAct) {
    await api.call(signUserOut, { params: { userId }, body: { reason } });
  },
} as const;
export type ActName = keyof typeof acts;

export const lift = async (userId: string): Promise<void> => {
  await api.call(liftSuspension, { params: { userId } });
};

export const setRole = async (userId: string, role: Role): Promise<void> => {
  await api.call(changeRole, { params: { userId }, body: { role } });
};
