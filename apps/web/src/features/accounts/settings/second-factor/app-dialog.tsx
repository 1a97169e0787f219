import { useState } from 'react';
import { encode } from 'uqr';
import { useLanguage } from '#core/language/language.ts';
import { after, listen } from '#shared/browser-events.ts';
import { copyText } from '#shared/copy-text.ts';
import { Button, buttonClass } from '#shared/ui/button.tsx';
import { confirmApp, setUpApp } from '../calls.ts';
import { FactorDialog } from './factor-dialog.tsx';
import styles from './second-factor.module.css';

/** Black on white in both themes, because cameras cannot read other colours reliably. */
const QrCode = ({ text, label }: { text: string; label: string }) => {
  const { data, size } = encode(text, { border: 2 });
  const path = data
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
    .join('');
  return (
    <svg
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- the image is inline and has no URL.
      role="img"
      aria-label={label}
      className={styles['qr']}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
};

/** After this time, in milliseconds, an app that opens has taken the focus. */
const OPENING_MS = 1_500;

/**
 * Opens the key in an app of this device, because a phone cannot scan its own screen. A browser does
 * nothing if there is no such app, and does not say so.
 */
const OpenApp = ({ uri }: { uri: string }) => {
  const { t } = useLanguage();
  const [isAbsent, setAbsent] = useState(false);
  const watch = (): void => {
    let isLeft = false;
    // A page that a phone has frozen behind the app is in focus again before its timer ends.
    const stop = listen(window, 'blur', () => {
      isLeft = true;
    });
    after(OPENING_MS, () => {
      stop();
      setAbsent(!isLeft && document.hasFocus());
    });
  };
  return (
    <>
      <a className={buttonClass()} href={uri} onClick={watch}>
        {t('factors.openApp')}
      </a>
      <output>{isAbsent && t('factors.noApp')}</output>
    </>
  );
};

interface AppDialogProps {
  readonly proofRequired: boolean;
  readonly onDone: (recoveryCodes: string[] | null) => void;
  readonly onClose: () => void;
}

/**
 * Sets up an authenticator app: shows the secret as a QR code and as text, then asks for a first
 * code.
 */
export const AppDialog = ({ proofRequired, onDone, onClose }: AppDialogProps) => {
  const { t } = useLanguage();
  const [made, setMade] = useState<{ secret: string; uri: string } | null>(null);
  const copying = { copied: t('factors.copied'), notCopied: t('factors.keyNotCopied') };
  if (made === null)
    return (
      <FactorDialog
        key="begin"
        title={t('factors.addApp')}
        submit={t('second.submit')}
        asks={proofRequired ? ['currentPassword'] : []}
        send={async ({ currentPassword }) => setMade(await setUpApp(currentPassword))}
        onClose={onClose}
      >
        <p>{t('factors.appText')}</p>
      </FactorDialog>
    );
  return (
    <FactorDialog
      key="confirm"
      title={t('factors.addApp')}
      submit={t('factors.confirmApp')}
      asks={['code']}
      send={async ({ code }) => onDone(await confirmApp(code))}
      onClose={onClose}
      below={
        <div className={styles['actions']}>
          <Button onClick={() => void copyText(made.secret, copying)}>
            {t('factors.copyKey')}
          </Button>
          <OpenApp uri={made.uri} />
        </div>
      }
    >
      <p>{t('factors.scan')}</p>
      <QrCode text={made.uri} label={t('factors.qr')} />
      <p>
        {t('factors.key')}{' '}
        <code className={styles['code']}>{made.secret.match(/.{4}/g)?.join(' ')}</code>
      </p>
    </FactorDialog>
  );
};
