import type { DealPage } from '@izgodno/contract/deals/deal-page';
import type { Relaxed, Understood } from '@izgodno/contract/search/understood';
import type { DealSearch } from '@izgodno/contract/search/deal-search';
import type { ComponentType, ReactNode } from 'react';
import { filterValueName } from '#core/format/filter-text.ts';
import type { CurrentLanguage } from '#core/language/language.ts';
import { withUnderstood } from '../model/understood.ts';
import type { ControlProps } from './chip-row.tsx';

type Names = Pick<DealPage, 'facets' | 'names'> | undefined;

const partText = ({ name, value = '', to }: Relaxed, language: CurrentLanguage, page: Names) => {
  const { t } = language;
  if (name === 'word') return t('understood.word', { word: value });
  if (name !== 'location') return t(`understood.part.${name}`);
  const nameOf = (id: string) =>
    filterValueName(language, page, { filter: 'location', value: id }) ?? id;
  return to === undefined
    ? nameOf(value)
    : t('understood.wider', { location: nameOf(value), wider: nameOf(to) });
};

interface UnderstoodNoticeProps {
  readonly language: CurrentLanguage;
  readonly search: DealSearch;
  readonly understood: Understood;
  /** Names the values. */
  readonly page: Names;
  readonly Control: ComponentType<ControlProps>;
  /** Offered with deals that are only near. */
  readonly children: ReactNode;
}

/** Says what a search was made into, if that is not what was typed, and offers the original. */
export const UnderstoodNotice = ({
  language,
  understood,
  page,
  ...more
}: UnderstoodNoticeProps) => {
  const { search, Control, children } = more;
  const { t } = language;
  const { corrected, relaxed } = understood;
  if (corrected === undefined && relaxed.length === 0) return null;
  // As the URL names it: only deals that are near leave it as typed.
  const named = relaxed.length > 0 ? search : withUnderstood(search, understood);
  const typed = named.q ?? '';
  const parts = relaxed.map((part) => partText(part, language, page)).join(', ');
  return (
    <>
      <p className="list-notice">
        {corrected !== undefined && t('understood.corrected', { typed, used: corrected })}
        {relaxed.length > 0 && t('understood.relaxed', { parts })}{' '}
        <Control search={{ ...named, raw: true }} className="list-raw">
          {t('understood.raw', { typed })}
        </Control>
      </p>
      {relaxed.length > 0 && <div className="list-further">{children}</div>}
    </>
  );
};
