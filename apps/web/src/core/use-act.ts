import { useMutation, useQueryClient, type QueryKey } from '@tanstack/react-query';
import { showToast } from '#shared/ui/toast.ts';
import { showFailure } from './api/error-text.ts';
import { useLanguage, type TextKey } from './language/language.ts';

interface ActOptions {
  /** What a success says. */
  readonly done: TextKey;
  /** The queries that are read again after a success or a failure. */
  readonly changes: QueryKey;
}

/** Runs an act, says how it ended, and shows what it changed. */
export const useAct = <Given>(
  act: (given: Given) => Promise<void>,
  { done, changes }: ActOptions,
) => {
  const { t } = useLanguage();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: act,
    onSuccess: () => showToast(t(done), 'success'),
    onError: showFailure,
    onSettled: () => queries.invalidateQueries({ queryKey: changes }),
  });
};
