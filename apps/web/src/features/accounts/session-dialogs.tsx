import { useEffect, useRef, type ComponentProps, type ReactNode } from 'react';
import { useLanguage, type MessageKey } from '#core/language/language.ts';
import { useLocation } from '#core/router/location.ts';
import { isAuthPath } from '#core/session/return-path.ts';
import { remainingSeconds } from '#core/session/status.ts';
import type { SessionDialog } from '#core/session/view.ts';
import { session } from '#core/session/browser/session.ts';
import { endReasonTexts } from '#core/session/browser/texts.ts';
import { useSession } from '#core/session/browser/use-session.ts';
import { Button } from '#shared/ui/button.tsx';
import { Dialog } from '#shared/ui/dialog.tsx';
import { useClock } from './use-clock.ts';

/** The default button: it takes the focus when its dialog opens or changes. */
const ExpectedAnswer = (props: ComponentProps<typeof Button>) => {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus(), []);
  return <Button ref={button} tone="primary" {...props} />;
};

const Countdown = ({ expiresAt }: { expiresAt: number }) => {
  const { t } = useLanguage();
  const now = useClock();
  return (
    <p role="timer">{t('session.warningText', { seconds: remainingSeconds(now, expiresAt) })}</p>
  );
};

const titles: Readonly<Record<SessionDialog, MessageKey>> = {
  warning: 'session.warningTitle',
  expired: 'session.expiredTitle',
  refreshing: 'session.refreshingTitle',
};

/** The current dialog of the session, one of three. */
export const SessionDialogs = () => {
  const { t } = useLanguage();
  const { path } = useLocation();
  const { dialog, phase } = useSession();

  const parts = (): { body: ReactNode; actions: ReactNode } => {
    if (dialog === 'warning' && phase.kind === 'signed-in') {
      return {
        body: <Countdown expiresAt={phase.session.expiresAt} />,
        actions: (
          <>
            <Button onClick={() => session.dispatch({ kind: 'logout-asked' })}>
              {t('session.logOut')}
            </Button>
            <ExpectedAnswer key="extend" onClick={() => session.dispatch({ kind: 'extend-asked' })}>
              {t('session.extend')}
            </ExpectedAnswer>
          </>
        ),
      };
    }
    if (dialog === 'expired' && phase.kind === 'ended') {
      return {
        body: endReasonTexts[phase.reason].map((key) => <p key={key}>{t(key)}</p>),
        actions: (
          <ExpectedAnswer key="login" onClick={() => session.dispatch({ kind: 'login-asked' })}>
            {t('session.goToLogin')}
          </ExpectedAnswer>
        ),
      };
    }
    return { body: <output>{t('session.refreshing')}</output>, actions: null };
  };

  // The sign-in and registration pages show the session's end themselves.
  const open = dialog !== null && !(dialog === 'expired' && isAuthPath(path));
  if (!open) return null;
  const { body, actions } = parts();
  return (
    <Dialog open title={t(titles[dialog])} actions={actions}>
      {body}
    </Dialog>
  );
};
