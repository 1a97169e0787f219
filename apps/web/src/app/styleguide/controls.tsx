import { useLanguage } from '#core/language/language.ts';
import { Button, IconButton, type ButtonTone } from '#shared/ui/button.tsx';
import { Field } from '#shared/ui/field.tsx';
import { Icon } from '#shared/ui/icon.tsx';
import { Section } from '#shared/ui/section.tsx';
import { TextField } from '#shared/ui/text-field.tsx';
import styles from './styleguide-page.module.css';

const tones = ['primary', 'secondary', 'quiet', 'danger'] as const satisfies readonly ButtonTone[];

/** Buttons and fields in their states. */
export const Controls = () => {
  const { t } = useLanguage();
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
              <option>{t('category.electronics')}</option>
              <option>{t('category.travel')}</option>
            </select>
          )}
        />
        <label className={styles['check']}>
          <input type="checkbox" defaultChecked />
          {t('filters.inStock')}
        </label>
      </Section>
    </>
  );
};
