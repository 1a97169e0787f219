import { useState } from 'react';
import { useLanguage } from '#core/language/language.ts';
import { TextField } from '#shared/ui/text-field.tsx';
import { findTopics, helpTopics } from './help-topics.ts';
import styles from './info-pages.module.css';

export const HelpPage = () => {
  const { t } = useLanguage();
  const [sought, setSought] = useState('');
  const topics = helpTopics.map((name) => ({
    name,
    question: t(`help.${name}.question`),
    answer: t(`help.${name}.answer`),
  }));
  const found = findTopics(topics, sought);
  return (
    <div className={styles['page']}>
      <header className={styles['head']}>
        <h1>{t('help.title')}</h1>
      </header>
      <TextField
        label={t('help.search')}
        type="search"
        value={sought}
        onChange={({ target }) => setSought(target.value)}
      />
      <output className={styles['said']}>{found.length === 0 && t('help.none')}</output>
      {found.map(({ name, question, answer }) => (
        // Whoever seeks sees the answers at once.
        <details key={name} open={sought.trim() !== ''} className={styles['topic']}>
          <summary>{question}</summary>
          <p className={styles['prose']}>{answer}</p>
        </details>
      ))}
    </div>
  );
};
