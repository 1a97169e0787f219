import { ConfigurationError } from '#config/configuration.ts';
import { messageOf } from '#platform/message-of.ts';

/** What is wrong, for the operator; errors of settings in a line each. */
export const describeFailure = (error: unknown): string =>
  error instanceof ConfigurationError
    ? `Cannot start with these settings:\n${error.message.replace(/^/gm, '  ')}`
    : messageOf(error);
