import { ApiError } from '@izgodno/contract/common/client';

/** Whether what a call is about does not exist, or no longer. */
export const isNotFound = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'not_found';

/** Whether no such thing exists: an invalid id responds with 400, an unknown one with 404. */
export const isUnknownId = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 404 || error.status === 400);
