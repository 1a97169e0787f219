import { subscribeNewsletter } from '@izgodno/contract/newsletter/calls';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { actionErrorText } from '#core/api/error-text.ts';
import { api } from '#core/api/api.ts';
import { useLanguage, type TextKey } from '#core/language/language.ts';
import { Button } from '#shared/ui/button.tsx';
import { Section } from '#shared/ui/section.tsx';
import { EmailField } from '#shared/ui/text-field.tsx';
import { siteQuery } from '#features/site/api.ts';
import styles from './newsletter.module.css';

export const Newsletter = () => {
  const { code, t } = useLanguage();
  const { data } = useQuery(siteQuery);
  const [notified, setNotified] = useState<TextKey | null>(null);
  const [failure, setFailure] = useState<TextKey | null>(null);

  const subscribe = async (form: FormData): Promise<void> => {
    const email = form.get('email');
    setFailure(null);
    try {
      await api.call(subscribeNewsletter, {
        body: { email: typeof email === 'string' ? email : '', language: code },
      });
      setNotified('welcome.subscribed');
    } catch (error) {
      setFailure(actionErrorText(error));
    }
  };

  // Without mail, subscriptions cannot be confirmed, so the form is hidden.
  if (data?.newsletter !== true) return null;
  return (
    <Section title={t('welcome.newsletter')} text={t('welcome.newsletterText')}>
      <output className={styles['said']}>{notified !== null && t(notified)}</output>
      {notified === null && (
        <form action={subscribe} className={styles['form']}>
          <EmailField
            label={t('welcome.email')}
            error={failure === null ? undefined : t(failure)}
          />
          <Button type="submit" tone="primary">
            {t('welcome.subscribe')}
          </Button>
        </form>
      )}
    </Section>
  );
};
