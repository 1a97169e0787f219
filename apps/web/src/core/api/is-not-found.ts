import { ApiError } from '@izgodno/contract/common/client';

/** Whether what a call is about does not exist, or no longer. */
export const isNotFound = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'not_found';
