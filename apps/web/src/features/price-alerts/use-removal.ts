import { useMutation, useQueryClient } from '@tanstack/react-query';
import { actionErrorText } from '#core/api/error-text.ts';
import { useLanguage } from '#core/language/language.ts';
import { showToast } from '#shared/ui/toast.ts';
import { dropAlert } from './calls.ts';

/** Ends the alert of a deal, or says why it could not. */
export const useRemoval = (userId: string, dealId: string) => {
  const { t } = useLanguage();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => dropAlert(queries, userId, dealId),
    onError: (error) => showToast(t(actionErrorText(error)), 'error'),
  });
};
