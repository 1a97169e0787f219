import type { OwnChannel } from '@izgodno/contract/chat/channel';
import type { Message } from '@izgodno/contract/chat/message';
import {
  getReceipts,
  MAX_DELIVERY_MEMBERS,
  type Receipts,
} from '@izgodno/contract/chat/receipt-calls';
import { queryOptions, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { errorText } from '#core/api/error-text.ts';
import { api } from '#core/api/api.ts';
import { useLanguage, type CurrentLanguage } from '#core/language/language.ts';
import { Button } from '#shared/ui/button.tsx';
import { Dialog } from '#shared/ui/dialog.tsx';
import { useChannelView } from './channel-view-context.ts';
import { momentText } from './time-text.ts';
import styles from './message-details.module.css';

/** The interval at which an open dialog reads the receipts again, in milliseconds. */
const REFRESH_MS = 3_000;

const receiptsQuery = (id: string) =>
  queryOptions({
    queryKey: ['chat', 'receipts', id],
    queryFn: ({ signal }) => api.call(getReceipts, { params: { id } }, signal),
    refetchInterval: REFRESH_MS,
    staleTime: 0,
    gcTime: 0,
  });

const deliveryText = (delivered: Receipts['delivered'], t: CurrentLanguage['t']): string => {
  if (delivered === null) return t('receipts.tooLarge', { limit: MAX_DELIVERY_MEMBERS });
  const { devices, of } = delivered;
  return of === 0 ? t('receipts.noDevices') : t('receipts.devices', { devices, count: of });
};

/** Why the readers of an own message are not shown. */
const hiddenText = ({ kind, showsReaders }: OwnChannel) => {
  if (kind === 'direct') return 'receipts.readersHidden';
  return showsReaders ? 'receipts.sentBefore' : 'receipts.readersOff';
};

const Seen = ({ seen, channel }: { seen: Receipts['seen']; channel: OwnChannel }) => {
  const { t } = useLanguage();
  if (seen === null) return t(hiddenText(channel));
  const { users, count, of } = seen;
  return (
    <>
      {t('receipts.seenBy', { seen: count, count: of })}
      {users.length > 0 && (
        <ul className={styles['users']}>
          {users.map(({ id, name }) => (
            <li key={id}>
              <bdi>{name}</bdi>
            </li>
          ))}
        </ul>
      )}
    </>
  );
};

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);

export interface MessageDetailsProps {
  readonly message: Message;
  readonly onClose: () => void;
}

/** When the server stored a message, and for its sender also who received and saw it. */
export const MessageDetails = ({ message, onClose }: MessageDetailsProps) => {
  const { t, code } = useLanguage();
  const { data, error } = useQuery(receiptsQuery(message.id));
  const { userId, channel } = useChannelView();
  const { seq, sender, editedAt } = message;
  const isOwn = sender.id === userId;
  return (
    <Dialog
      open
      title={t('receipts.title')}
      onClose={onClose}
      actions={<Button onClick={onClose}>{t('chat.close')}</Button>}
    >
      {data === undefined && error !== null && <p role="alert">{t(errorText(error))}</p>}
      <dl className={styles['facts']} aria-busy={data === undefined && error === null}>
        {data !== undefined && (
          <Fact name={t('receipts.stored')}>
            {t('receipts.storedAt', { time: momentText(data.storedAt, code), number: seq })}
          </Fact>
        )}
        {editedAt !== null && <Fact name={t('receipts.edited')}>{momentText(editedAt, code)}</Fact>}
        {data !== undefined && isOwn && (
          <>
            <Fact name={t('receipts.delivered')}>{deliveryText(data.delivered, t)}</Fact>
            <Fact name={t('receipts.seen')}>
              <Seen seen={data.seen} channel={channel} />
            </Fact>
          </>
        )}
      </dl>
      {!isOwn && <p className={styles['note']}>{t('receipts.onlySender')}</p>}
    </Dialog>
  );
};
