import { ApiError } from '@izgodno/contract/common/client';
import { errorCatalogue } from '@izgodno/contract/common/errors';
import type { MessageKey } from '#core/language/language.ts';

/** Why a call failed, as far as a person can do something about it. */
export type FailureKind = 'connection' | 'server' | 'refused';

export const failureKind = (error: unknown): FailureKind => {
  if (!(error instanceof ApiError)) return 'server';
  if (error.code === 'network' || error.code === 'timeout') return 'connection';
  return error.status >= 500 || error.code === 'unreadable' ? 'server' : 'refused';
};

const known = (code: string): code is keyof typeof errorCatalogue =>
  Object.hasOwn(errorCatalogue, code);

/** The key of the sentence that tells a person why a call failed (specification, section 8). */
export const errorText = (error: unknown): MessageKey => {
  if (failureKind(error) === 'connection') return 'error.connectionLost';
  if (error instanceof ApiError && known(error.code)) return errorCatalogue[error.code].messageKey;
  return 'error.internal';
};
