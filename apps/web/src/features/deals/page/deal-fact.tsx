import type { ReactNode } from 'react';
import { useLanguage, type TextKey } from '#core/language/language.ts';

/** One line of a list of facts: a name and its value. */
export const DealFact = ({ name, children }: { name: TextKey; children: ReactNode }) => {
  const { t } = useLanguage();
  return (
    <div>
      <dt>{t(name)}</dt>
      <dd>{children}</dd>
    </div>
  );
};
