import { useLayoutEffect, useRef, useState } from 'react';
import { useLanguage } from '#core/language/language.ts';
import {
  colourPairs,
  requiredRatio,
  type ColourPair,
  contrastRatio,
  layColour,
  parseColour,
} from '#shared/styles/contrast.ts';
import { Section } from '#shared/ui/section.tsx';
import styles from './colours.module.css';

const WHITE = parseColour('rgb(255, 255, 255)');

/** The contrast ratio of the pair as the browser shows it now. */
const ratioOf = (swatch: HTMLElement): number => {
  const { color, backgroundColor } = getComputedStyle(swatch);
  const ground = layColour(parseColour(backgroundColor), WHITE);
  return contrastRatio(layColour(parseColour(color), ground), ground);
};

const Swatch = ({ pair: { ink, ground, kind } }: { pair: ColourPair }) => {
  const { code, t } = useLanguage();
  const swatch = useRef<HTMLSpanElement>(null);
  const [ratio, setRatio] = useState<number>();
  useLayoutEffect(() => {
    if (swatch.current !== null) setRatio(ratioOf(swatch.current));
  }, []);
  return (
    <li className={styles['pair']}>
      <span
        ref={swatch}
        aria-hidden="true"
        className={styles['swatch']}
        data-kind={kind}
        style={{ color: `var(--${ink})`, background: `var(--${ground})` }}
      >
        {kind === 'text' && t('styleguide.letters')}
      </span>
      <span className={styles['names']}>
        <code>{ink}</code> <code>{ground}</code>
      </span>
      <span className={styles['ratio']}>
        {t('styleguide.ratio', {
          ratio: ratio?.toLocaleString(code, { maximumFractionDigits: 1 }) ?? '',
          required: requiredRatio[kind].usual.toLocaleString(code),
        })}
      </span>
    </li>
  );
};

/** Every allowed pair of colours, with its contrast in the current theme. */
export const Colours = () => {
  const { t } = useLanguage();
  return (
    <Section title={t('styleguide.colours')} text={t('styleguide.coloursText')}>
      <ul className={styles['pairs']}>
        {colourPairs.map((pair) => (
          <Swatch key={`${pair.ink} ${pair.ground}`} pair={pair} />
        ))}
      </ul>
    </Section>
  );
};
