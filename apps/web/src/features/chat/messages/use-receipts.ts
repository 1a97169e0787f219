import type { OwnChannel } from '@izgodno/contract/chat/channel';
import { listMembers } from '@izgodno/contract/chat/channel-calls';
import { useEffect } from 'react';
import { note } from '#core/log.ts';
import { api } from '#core/api/api.ts';
import { useStore } from '#shared/store.ts';
import { receipts } from '../chat.ts';
import { seenUpTo } from './receipts.ts';

/** `seq` up to which all others in a direct conversation have read; 0 in any other channel. */
export const useSeenUpTo = ({ id, kind, people }: OwnChannel, userId: string): number => {
  const known = useStore(receipts.state).get(id);
  useEffect(() => {
    if (kind !== 'direct') return;
    const read = async (): Promise<void> => {
      const { members } = await api.call(listMembers, { params: { id }, query: {} });
      for (const { user, readSeq } of members) receipts.put(id, user.id, readSeq ?? 0);
    };
    read().catch((cause: unknown) => note('Who has read could not be read', cause));
  }, [id, kind]);
  if (kind !== 'direct') return 0;
  return seenUpTo(
    known,
    people.map((person) => person.id).filter((other) => other !== userId),
  );
};
