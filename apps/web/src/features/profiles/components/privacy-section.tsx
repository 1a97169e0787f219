import type { PersonalSettings } from '@izgodno/contract/profiles/calls';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { errorText, showFailure } from '#core/api/error-text.ts';
import { useLanguage } from '#core/language/language.ts';
import { useUser } from '#core/session/browser/use-session.ts';
import { Link } from '#core/router/link.tsx';
import { CheckField } from '#shared/ui/check-field.tsx';
import { Section } from '#shared/ui/section.tsx';
import { saveSettings, settingsQuery } from '../calls.ts';
import styles from './profile.module.css';

const choices = ['showLocation', 'showSoldCount'] as const;
type Shown = Pick<PersonalSettings, (typeof choices)[number]>;

/** What other users see of the profile. */
export const PrivacySection = () => {
  const { t } = useLanguage();
  const user = useUser();
  const queries = useQueryClient();
  const { data, error } = useQuery(settingsQuery);
  const saving = useMutation({
    mutationFn: (change: Partial<Shown>) => saveSettings(queries, change),
    onError: showFailure,
  });
  const shown = data && { ...data, ...(saving.isPending ? saving.variables : {}) };
  return (
    <Section title={t('privacy.title')} text={t('privacy.text')}>
      {error !== null && <p role="alert">{t(errorText(error))}</p>}
      {shown !== undefined &&
        choices.map((choice) => (
          <CheckField
            key={choice}
            checked={shown[choice]}
            onChange={(checked) => saving.mutate({ [choice]: checked })}
          >
            {t(`privacy.${choice}`)}
          </CheckField>
        ))}
      {user !== null && (
        <Link href={`/users/${user.id}`} className={styles['link']}>
          {t('profile.public')}
        </Link>
      )}
    </Section>
  );
};
