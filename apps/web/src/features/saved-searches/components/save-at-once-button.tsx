import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useLanguage } from '#core/language/language.ts';
import { useLocation } from '#core/router/location.ts';
import { withSignIn } from '#core/session/browser/with-sign-in.ts';
import { Button } from '#shared/ui/button.tsx';
import { MediaIcon } from '#shared/ui/media-icon.tsx';
import { parametersOf, searchOf, suggestedName } from '../model/search-terms.ts';
import { saveAtOnce } from '../save-at-once.ts';

/** Saves the search of the page in one step, for a list without what was asked for. */
export const SaveAtOnceButton = () => {
  const language = useLanguage();
  const queries = useQueryClient();
  const search = searchOf(parametersOf(useLocation()).toString());
  const saving = useMutation({
    mutationFn: () =>
      withSignIn(async ({ requireSignIn }) => {
        const wanted = { query: search, name: suggestedName(search, language) };
        if (requireSignIn({ kind: 'save-search', ...wanted })) await saveAtOnce(queries, wanted);
      }),
  });
  return (
    <Button disabled={saving.isPending} onClick={() => saving.mutate()}>
      <MediaIcon name="bell" size={17} />
      {language.t('searches.saveAtOnce')}
    </Button>
  );
};
