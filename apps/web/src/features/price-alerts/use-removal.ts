import { useMutation, useQueryClient } from '@tanstack/react-query';
import { showFailure } from '#core/api/error-text.ts';
import { dropAlert } from './calls.ts';

/** Ends the alert of a deal, or says why it could not. */
export const useRemoval = (userId: string, dealId: string) => {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => dropAlert(queries, userId, dealId),
    onError: showFailure,
  });
};
