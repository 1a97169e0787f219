import type { ReactNode } from 'react';
import { useLanguage, type MessageKey } from '#core/language/language.ts';

/** A line of a list of facts: what it is, and how it is. */
export const DealFact = ({ name, children }: { name: MessageKey; children: ReactNode }) => {
  const { t } = useLanguage();
  return (
    <div>
      <dt>{t(name)}</dt>
      <dd>{children}</dd>
    </div>
  );
};
