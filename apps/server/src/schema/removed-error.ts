import type { ErrorCode } from '@izgodno/contract/common/errors';

/** What a foreign key refers to, by its name. Those from a deal to its parts are internal. */
const REFERENCES: readonly (readonly [RegExp, ErrorCode])[] = [
  [/_channel_id_user_id_fkey$/, 'not_a_member'],
  // The user whom the call is about.
  [/^(?:channel_bans|member_reports)_user_id_fkey$/, 'not_found'],
  // The user signed out or was deleted during the call, for example while a password was hashed.
  [/_(user|session|owner|reporter|blocker|actor|inviter)_id_fkey$/, 'session_expired'],
  [/_(blocked|subject|channel|deal|saved_search)_id_fkey$/, 'not_found'],
];

/** The error of a call that refers, by this foreign key, to what was deleted meanwhile. */
export const removedError = (constraint: string): ErrorCode | null =>
  REFERENCES.find(([pattern]) => pattern.test(constraint))?.[1] ?? null;
