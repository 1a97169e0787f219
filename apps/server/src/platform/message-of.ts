/** What an error says, or anything else that was thrown. */
export const messageOf = (error: unknown): string => {
  // As of a host none of whose addresses answers.
  if (error instanceof AggregateError && error.message === '')
    return error.errors.map(messageOf).join('; ');
  return error instanceof Error ? error.message : String(error);
};
