import { useState } from 'react';
import { actionErrorText } from '#core/api/error-text.ts';
import { isAbsoluteWebUrl } from '#core/forms/absolute-web-url.ts';
import { useLanguage } from '#core/language/language.ts';
import { Link } from '#core/router/link.tsx';
import { Button } from '#shared/ui/button.tsx';
import { TextField } from '#shared/ui/text-field.tsx';
import { readProduct } from '../calls.ts';
import type { ProductPage } from '@izgodno/contract/sources/link-calls';
import styles from './link-field.module.css';

interface LinkFieldProps {
  readonly link: string;
  readonly error: string | undefined;
  readonly onChange: (link: string) => void;
  /** Called when the page has been read; the field waits until the draft is filled. */
  readonly onRead: (product: ProductPage) => Promise<void>;
}

/** The URL of an offer elsewhere, whose page fills the form. */
export const LinkField = ({ link, error: fieldError, onChange, onRead }: LinkFieldProps) => {
  const { t } = useLanguage();
  const [isReading, setIsReading] = useState(false);
  const [announcement, setAnnouncement] = useState('');
  const [failure, setFailure] = useState<unknown>(null);

  const read = async (typed: string): Promise<void> => {
    const url = typed.trim();
    setAnnouncement('');
    setFailure(null);
    setIsReading(true);
    try {
      const product = await readProduct(url);
      await onRead(product);
      setAnnouncement(
        t('posts.linkRead', { merchant: product.merchant ?? new URL(product.url).hostname }),
      );
    } catch (error) {
      setFailure(error);
    }
    setIsReading(false);
  };

  return (
    <TextField
      label={t('posts.link')}
      hint={t('posts.linkHint')}
      error={failure === null ? fieldError : t(actionErrorText(failure))}
      name="link"
      type="url"
      inputMode="url"
      autoComplete="off"
      placeholder="https://"
      value={link}
      onChange={({ target }) => {
        setFailure(null);
        onChange(target.value);
      }}
      onPaste={(event) => {
        const pasted = event.clipboardData.getData('text/plain').trim();
        if (isReading || !isAbsoluteWebUrl(pasted)) return;
        event.preventDefault();
        onChange(pasted);
        void read(pasted);
      }}
      end={
        <Button
          tone="quiet"
          disabled={isReading || !isAbsoluteWebUrl(link.trim())}
          onClick={() => {
            if (!isReading && isAbsoluteWebUrl(link.trim())) void read(link);
          }}
        >
          {t(isReading ? 'posts.reading' : 'posts.fill')}
        </Button>
      }
    >
      <output className={styles['news']}>{announcement}</output>
      {isAbsoluteWebUrl(link.trim()) && (
        <Link
          href={`/favorites/watched?${new URLSearchParams({ link: link.trim() }).toString()}`}
          className={styles['watch']}
        >
          {t('posts.watchOnly')}
        </Link>
      )}
    </TextField>
  );
};
