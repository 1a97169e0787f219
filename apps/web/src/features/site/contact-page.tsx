import { sendContact } from '@izgodno/contract/site/calls';
import { useRef, useState } from 'react';
import { api } from '#core/api/api.ts';
import { actionErrorText } from '#core/api/error-text.ts';
import { findFieldErrors, useForm, type FormValues } from '#core/forms/use-form.ts';
import { useLanguage } from '#core/language/language.ts';
import { siteName } from '#core/page-title.ts';
import { useUser } from '#core/session/browser/use-session.ts';
import { useAskBeforeLeaving } from '#shared/hooks/use-ask-before-leaving.ts';
import { Button } from '#shared/ui/button.tsx';
import { Field } from '#shared/ui/field.tsx';
import { PageFrame } from '#shared/ui/page-frame.tsx';
import { Section } from '#shared/ui/section.tsx';
import { EmailField, TextField } from '#shared/ui/text-field.tsx';
import styles from './site.module.css';

const fields = ['name', 'email', 'text'] as const;
type FieldName = (typeof fields)[number];

const TEXT_ROWS = 7;

/** Sends the form; a message that is sent again unchanged keeps its id. */
const useContactForm = () => {
  const [isTyped, setIsTyped] = useState(false);
  const [isSent, setIsSent] = useState(false);
  useAskBeforeLeaving(isTyped && !isSent);
  const last = useRef({ text: '', clientId: '' });
  const form = useForm({
    fields,
    check: (values) => findFieldErrors(sendContact.body, values),
    send: async (values: FormValues<FieldName>) => {
      const text = JSON.stringify(values);
      if (last.current.text !== text) last.current = { text, clientId: crypto.randomUUID() };
      await api.call(sendContact, { body: { ...values, clientId: last.current.clientId } });
      setIsSent(true);
    },
  });
  return { ...form, isSent, onInput: () => setIsTyped(true) };
};

export const ContactPage = () => {
  const { t } = useLanguage();
  const user = useUser();
  const { form, errors, failure, busy, onSubmit, onInput, isSent } = useContactForm();
  const errorOf = (field: FieldName) =>
    errors[field] === undefined ? undefined : t(`contact.error.${field}`);
  return (
    <PageFrame
      title={t('contact.title')}
      lead={t('contact.lead', { site: siteName() })}
      width="text"
    >
      <Section title={t('contact.text')}>
        <output className={styles['said']}>{isSent && t('contact.sent')}</output>
        {!isSent && (
          <form ref={form} noValidate className={styles['form']} {...{ onSubmit, onInput }}>
            {failure !== null && <p role="alert">{t(actionErrorText(failure))}</p>}
            <TextField
              label={t('contact.name')}
              name="name"
              autoComplete="name"
              defaultValue={user?.name}
              required
              error={errorOf('name')}
            />
            <EmailField
              label={t('contact.email')}
              defaultValue={user?.email}
              error={errorOf('email')}
            />
            <Field
              label={t('contact.text')}
              error={errorOf('text')}
              renderControl={(attributes) => (
                <textarea name="text" rows={TEXT_ROWS} required readOnly={busy} {...attributes} />
              )}
            />
            <Button type="submit" tone="primary" disabled={busy}>
              {t('contact.send')}
            </Button>
          </form>
        )}
      </Section>
    </PageFrame>
  );
};
