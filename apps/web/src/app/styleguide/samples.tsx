import { useLayoutEffect, useRef, useState } from 'react';
import { useLanguage } from '#core/language/language.ts';
import { numberFormat } from '#core/format/number-format.ts';
import {
  colourPairs,
  requiredRatio,
  type ColourPair,
  contrastRatio,
  layColour,
  parseColour,
} from '#shared/styles/contrast.ts';
import { Section } from '#shared/ui/section.tsx';
import { Button, IconButton, type ButtonTone } from '#shared/ui/button.tsx';
import { CheckField } from '#shared/ui/check-field.tsx';
import { Field } from '#shared/ui/field.tsx';
import { Icon } from '#shared/ui/icon.tsx';
import { TextField } from '#shared/ui/text-field.tsx';
import styles from './styleguide-page.module.css';

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
          ratio:
            ratio === undefined
              ? ''
              : numberFormat(code, { maximumFractionDigits: 1 }).format(ratio),
          required: requiredRatio[kind].usual,
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

const tones = ['primary', 'secondary', 'quiet', 'danger'] as const satisfies readonly ButtonTone[];

const options = ['category.electronics', 'category.travel'] as const;

/** Buttons and fields in their states. */
export const Controls = () => {
  const { t } = useLanguage();
  const [isChecked, setChecked] = useState(true);
  return (
    <>
      <Section title={t('styleguide.buttons')}>
        <div className={styles['row']}>
          {tones.map((tone) => (
            <Button key={tone} tone={tone}>
              {t(`styleguide.tone.${tone}`)}
            </Button>
          ))}
        </div>
        <div className={styles['row']}>
          {tones.map((tone) => (
            <Button key={tone} tone={tone} disabled>
              {t(`styleguide.tone.${tone}`)}
            </Button>
          ))}
        </div>
        <div className={styles['row']}>
          <IconButton label={t('view.grid')}>
            <Icon name="grid" />
          </IconButton>
          <IconButton label={t('view.list')}>
            <Icon name="list" />
          </IconButton>
        </div>
      </Section>
      <Section title={t('styleguide.fields')}>
        <TextField label={t('styleguide.field')} hint={t('styleguide.hint')} />
        <TextField
          label={t('styleguide.faulty')}
          error={t('styleguide.error')}
          defaultValue={t('styleguide.letters')}
        />
        <Field
          label={t('styleguide.lines')}
          renderControl={(attributes) => <textarea rows={3} {...attributes} />}
        />
        <Field
          label={t('styleguide.choice')}
          renderControl={(attributes) => (
            <select {...attributes}>
              {options.map((option) => (
                <option key={option}>{t(option)}</option>
              ))}
            </select>
          )}
        />
        <CheckField checked={isChecked} onChange={setChecked}>
          {t('filters.inStock')}
        </CheckField>
        <fieldset className={styles['row']}>
          <legend>{t('styleguide.choice')}</legend>
          {options.map((option) => (
            <label key={option} className={styles['check']}>
              <input type="radio" name="sample" defaultChecked={option === options[0]} />
              {t(option)}
            </label>
          ))}
        </fieldset>
      </Section>
    </>
  );
};
