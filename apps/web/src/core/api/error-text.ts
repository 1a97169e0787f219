import { ApiError } from '@izgodno/contract/common/client';
import { loadedKey, type MessageKey } from '#core/language/language.ts';

/** Why a call failed, as far as a person can do something about it. */
export type FailureKind = 'connection' | 'server' | 'refused';

export const failureKind = (error: unknown): FailureKind => {
  if (!(error instanceof ApiError)) return 'server';
  if (error.code === 'network' || error.code === 'timeout') return 'connection';
  return error.status >= 500 || error.code === 'unreadable' ? 'server' : 'refused';
};

const camelCase = (code: string): string =>
  code.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

/**
 * The key of the sentence that tells a person why a call failed (specification, section 8). Each
 * error code has its text; those of one feature stand in the texts of that feature.
 */
export const errorText = (error: unknown): MessageKey => {
  if (!(error instanceof ApiError)) return 'error.internal';
  switch (error.code) {
    case 'network':
      return 'error.connectionLost';
    case 'timeout':
      return 'error.network';
    case 'unreadable':
      return 'error.tryAgain';
    default:
      return loadedKey(`error.${camelCase(error.code)}`, 'error.internal');
  }
};

/** As `errorText`, of something a person did rather than of something that was to be shown. */
export const actionErrorText = (error: unknown): MessageKey =>
  failureKind(error) === 'connection' ? 'error.networkForAction' : errorText(error);
