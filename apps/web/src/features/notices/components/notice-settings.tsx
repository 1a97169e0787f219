import type { ChannelsWanted } from '@izgodno/contract/notices/calls';
import {
  noticeChannels,
  chosenKinds,
  type NoticeChannel,
  type ChosenKind,
} from '@izgodno/contract/notices/notice';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ApiError } from '@izgodno/contract/common/client';
import { actionErrorText, errorText, showFailure } from '#core/api/error-text.ts';
import { useLanguage } from '#core/language/language.ts';
import { useFragment } from '#core/router/fragment.ts';
import { Section } from '#shared/ui/section.tsx';
import { showToast } from '#shared/ui/toast.ts';
import { Button } from '#shared/ui/button.tsx';
import { preferencesQuery, want } from '../calls.ts';
import { readPushState, disablePush, enablePush } from '../push-browser.ts';
import styles from './notice-settings.module.css';

const queryKey = ['notices', 'push-of-this-browser'];

/** Whether this browser receives pushes while the site is not open in it. */
const PushSwitch = ({ publicKey }: { publicKey: string }) => {
  const { t } = useLanguage();
  const queries = useQueryClient();
  const { data: state } = useQuery({ queryKey, queryFn: readPushState });
  const switching = useMutation({
    mutationFn: () => (state === 'on' ? disablePush() : enablePush(publicKey)),
    onSuccess: (next) => queries.setQueryData(queryKey, next),
    onError: (failure) =>
      void showToast(
        t(failure instanceof ApiError ? actionErrorText(failure) : 'notices.pushFailed'),
        'error',
      ),
  });
  if (state === undefined) return null;
  if (state === 'unsupported' || state === 'blocked') {
    return <p className={styles['note']}>{t(`notices.push.${state}`)}</p>;
  }
  return (
    <Button
      className={styles['push']}
      disabled={switching.isPending}
      onClick={() => switching.mutate()}
    >
      {t(state === 'on' ? 'notices.pushOff' : 'notices.pushOn')}
    </Button>
  );
};

interface Choice {
  readonly kind: ChosenKind;
  readonly channel: NoticeChannel;
  readonly wanted: boolean;
}

/** The user's settings of notices, by kind and channel. */
export const NoticeSettings = () => {
  const { t } = useLanguage();
  const { data, error } = useQuery(preferencesQuery);
  useFragment('notices', data !== undefined);

  return (
    <div id="notices" tabIndex={-1} className={styles['place']}>
      <Section title={t('notices.title')} text={t('notices.settingsText')}>
        {error !== null && (
          <p role="alert">
            {t('notices.settingsFailed')} {t(errorText(error))}
          </p>
        )}
        {data !== undefined && (
          <>
            <Choices
              preferences={{ ...data.preferences, ...data.laterPreferences }}
              channels={noticeChannels.filter((channel) => data.available[channel])}
            />
            {data.pushPublicKey !== null && <PushSwitch publicKey={data.pushPublicKey} />}
          </>
        )}
      </Section>
    </div>
  );
};

interface ChoicesProps {
  /** Without kinds that the server does not know. */
  readonly preferences: Readonly<Partial<Record<string, ChannelsWanted>>>;
  readonly channels: readonly NoticeChannel[];
}

const Choices = ({ preferences, channels }: ChoicesProps) => {
  const { t } = useLanguage();
  const queries = useQueryClient();
  const choosing = useMutation({
    mutationFn: ({ kind, channel, wanted }: Choice) => want(queries, kind, channel, wanted),
    onError: showFailure,
  });
  // Shown at once; if the server rejects the change, its value is shown again.
  const isWanted = (kind: ChosenKind, channel: NoticeChannel): boolean => {
    const { variables, isPending } = choosing;
    return isPending && variables.kind === kind && variables.channel === channel
      ? variables.wanted
      : preferences[kind]?.[channel] === true;
  };
  return (
    <table className={styles['choices']}>
      <thead>
        <tr>
          <th scope="col">{t('notices.kind')}</th>
          {channels.map((channel) => (
            <th key={channel} scope="col">
              {t(`notices.channel.${channel}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {chosenKinds
          .filter((kind) => kind in preferences)
          .map((kind) => (
            <tr key={kind}>
              <th scope="row">{t(`notices.kind.${kind}`)}</th>
              {channels.map((channel) => (
                <td key={channel}>
                  <label>
                    <input
                      type="checkbox"
                      aria-label={`${t(`notices.kind.${kind}`)}: ${t(`notices.channel.${channel}`)}`}
                      checked={isWanted(kind, channel)}
                      onChange={({ target }) =>
                        choosing.mutate({ kind, channel, wanted: target.checked })
                      }
                    />
                  </label>
                </td>
              ))}
            </tr>
          ))}
      </tbody>
    </table>
  );
};
