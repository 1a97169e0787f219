import { ApiError } from '@izgodno/contract/common/client';
import { sendContact } from '@izgodno/contract/site/calls';
import * as z from 'zod/mini';
import { useEffect, useRef, useState, type SubmitEvent } from 'react';
import { api } from '#core/api/api.ts';
import { actionErrorText } from '#core/api/error-text.ts';
import { useLanguage, type TextKey } from '#core/language/language.ts';
import { siteName } from '#core/page-title.ts';
import { Button } from '#shared/ui/button.tsx';
import { Field } from '#shared/ui/field.tsx';
import { PageFrame } from '#shared/ui/page-frame.tsx';
import { Section } from '#shared/ui/section.tsx';
import { EmailField, TextField } from '#shared/ui/text-field.tsx';
import styles from './site.module.css';

const fields = ['name', 'email', 'text'] as const;
type FieldName = (typeof fields)[number];

const TEXT_ROWS = 7;

const textOf = (data: FormData, field: FieldName): string => {
  const value = data.get(field);
  return typeof value === 'string' ? value : '';
};

/** Returns the fields that the contract's schema rejects; the server uses the same schema. */
const faultyFields = (body: Readonly<Record<FieldName, string>>): readonly FieldName[] => {
  const issues = z.safeParse(sendContact.body, body).error?.issues ?? [];
  return fields.filter((field) => issues.some(({ path }) => path[0] === field));
};

/** Submits the contact form; the first invalid field takes the focus. */
const useContactForm = () => {
  const form = useRef<HTMLFormElement>(null);
  const [faulty, setFaulty] = useState<readonly FieldName[]>([]);
  const [failure, setFailure] = useState<TextKey | null>(null);
  const [state, setState] = useState<'open' | 'sending' | 'sent'>('open');
  /** The message that was sent last: sent again unchanged, it keeps its id. */
  const last = useRef({ text: '', clientId: '' });

  useEffect(() => {
    const [first] = faulty;
    const control = first === undefined ? null : form.current?.elements.namedItem(first);
    if (control instanceof HTMLElement) control.focus();
  }, [faulty]);

  const send = async (body: Record<FieldName, string>): Promise<void> => {
    setState('sending');
    const text = JSON.stringify(body);
    if (last.current.text !== text) last.current = { text, clientId: crypto.randomUUID() };
    try {
      await api.call(sendContact, { body: { ...body, clientId: last.current.clientId } });
      setState('sent');
    } catch (error) {
      setState('open');
      const named = error instanceof ApiError ? fields.filter((field) => error.fields[field]) : [];
      setFaulty(named);
      if (named.length === 0) setFailure(actionErrorText(error));
    }
  };

  const onSubmit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (state === 'sending') return;
    const data = new FormData(event.currentTarget);
    const body = {
      name: textOf(data, 'name'),
      email: textOf(data, 'email'),
      text: textOf(data, 'text'),
    };
    const found = faultyFields(body);
    setFaulty(found);
    setFailure(null);
    if (found.length === 0) void send(body);
  };

  return { form, faulty, failure, state, onSubmit };
};

export const ContactPage = () => {
  const { t } = useLanguage();
  const { form, faulty, failure, state, onSubmit } = useContactForm();
  const errorOf = (field: FieldName) =>
    faulty.includes(field) ? t(`contact.error.${field}`) : undefined;
  return (
    <PageFrame
      title={t('contact.title')}
      lead={t('contact.lead', { site: siteName() })}
      width="text"
    >
      <Section title={t('contact.text')}>
        <output className={styles['said']}>{state === 'sent' && t('contact.sent')}</output>
        {state !== 'sent' && (
          <form ref={form} noValidate className={styles['form']} onSubmit={onSubmit}>
            {failure !== null && <p role="alert">{t(failure)}</p>}
            <TextField
              label={t('contact.name')}
              name="name"
              autoComplete="name"
              required
              error={errorOf('name')}
            />
            <EmailField label={t('contact.email')} error={errorOf('email')} />
            <Field
              label={t('contact.text')}
              error={errorOf('text')}
              renderControl={(attributes) => (
                <textarea
                  name="text"
                  rows={TEXT_ROWS}
                  required
                  readOnly={state === 'sending'}
                  {...attributes}
                />
              )}
            />
            <Button type="submit" tone="primary" disabled={state === 'sending'}>
              {t('contact.send')}
            </Button>
          </form>
        )}
      </Section>
    </PageFrame>
  );
};
