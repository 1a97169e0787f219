import type { ErrorCode } from '@izgodno/contract/common/errors';

/**
 * What administrators do to users: whether they may do it to themselves, and whether it takes an
 * administrator away. That only administrators may, the contract says (`access`).
 */
export const userActs = {
  sign_out: { onOneself: true, takesAdministrator: false },
  suspend: { onOneself: false, takesAdministrator: true },
  lift_suspension: { onOneself: false, takesAdministrator: false },
  delete: { onOneself: false, takesAdministrator: true },
  promote: { onOneself: false, takesAdministrator: false },
  demote: { onOneself: false, takesAdministrator: true },
} as const satisfies Record<string, { onOneself: boolean; takesAdministrator: boolean }>;
export type UserAct = keyof typeof userActs;

export interface IntendedAct {
  readonly act: UserAct;
  /** Null for the console. */
  readonly actorId: string | null;
  readonly userId: string;
  /** Those who are not suspended. */
  readonly administrators: readonly string[];
}

/** Why an act is rejected, or null. */
export const rejectAct = ({
  act,
  actorId,
  userId,
  administrators,
}: IntendedAct): ErrorCode | null => {
  const { onOneself, takesAdministrator } = userActs[act];
  if (actorId !== null && !administrators.includes(actorId)) return 'forbidden';
  if (!onOneself && actorId === userId) return 'forbidden';
  return takesAdministrator &&
    administrators.every((id) => id === userId) &&
    administrators.length > 0
    ? 'last_administrator'
    : null;
};
