import type { DealPage } from '@izgodno/contract/deals/deal-page';
import type { Relaxed, Understood } from '@izgodno/contract/search/understood';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { canonical, type DealSearch } from '#core/deals/deal-search.ts';
import { dealsHref } from '#core/deals/paths.ts';
import { useLanguage } from '#core/language/language.ts';
import { Link } from '#core/router/link.tsx';
import { navigate } from '#core/router/location.ts';
import { dealsQuery } from '../calls.ts';
import { useFilterLabel } from '../facets/use-filter-label.ts';
import { withUnderstood, withoutReplacing } from '../model/understood.ts';
import styles from './understood-notice.module.css';

interface UnderstoodNoticeProps {
  readonly search: DealSearch;
  readonly understood: Understood;
  readonly page: DealPage | undefined;
  /** Offered with deals that are only near. */
  readonly savingAtOnce: ReactNode;
}

/**
 * Writes the understood filters into the URL, so that it says what the list shows. Deals that are
 * only near keep the typed URL, because other deals may match it tomorrow. A filter from before the
 * words leaves the URL if they ask for something else in its place, and the deals are searched again.
 */
const useExplicitUrl = (search: DealSearch, understood: Understood): void => {
  const queries = useQueryClient();
  const isReplacing = understood.replaced.length > 0;
  const explicit = canonical({
    ...(isReplacing ? withoutReplacing : withUnderstood)(search, understood),
  });
  const href = dealsHref(explicit);
  const isSame = href === dealsHref(search) || (!isReplacing && understood.relaxed.length > 0);
  useEffect(() => {
    if (isSame) return;
    // The same deals: the list need not load again.
    const pages = queries.getQueryData(dealsQuery(search).queryKey);
    if (!isReplacing) queries.setQueryData(dealsQuery(explicit).queryKey, pages);
    navigate(href, { replace: true, keepScroll: true });
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the href says it all
  }, [isSame, href]);
};

const usePartText = (page: DealPage | undefined): ((part: Relaxed) => string) => {
  const { t } = useLanguage();
  const label = useFilterLabel(page);
  return ({ name, value = '', to }) => {
    if (name === 'word') return t('understood.word', { word: value });
    if (name !== 'location') return t(`understood.part.${name}`);
    const location = label('location', value);
    return to === undefined
      ? location
      : t('understood.wider', { location, wider: label('location', to) });
  };
};

/** Says what a search was made into, if that is not what was typed, and offers the original. */
export const UnderstoodNotice = ({
  search,
  understood,
  page,
  savingAtOnce,
}: UnderstoodNoticeProps) => {
  const { t } = useLanguage();
  const partText = usePartText(page);
  useExplicitUrl(search, understood);
  const { corrected, relaxed } = understood;
  const typed = search.q ?? '';
  if (corrected === undefined && relaxed.length === 0) return null;
  return (
    <>
      <p className={styles['notice']}>
        {corrected !== undefined && t('understood.corrected', { typed, used: corrected })}
        {relaxed.length > 0 &&
          t('understood.relaxed', { parts: relaxed.map(partText).join(', ') })}{' '}
        <Link href={dealsHref({ ...search, raw: true })}>{t('understood.raw', { typed })}</Link>
      </p>
      {relaxed.length > 0 && <div className={styles['further']}>{savingAtOnce}</div>}
    </>
  );
};
