import type { Message } from '@izgodno/contract/chat/message';
import { useState } from 'react';

/** The message being replied to or edited, if any. */
export const useSubject = () => {
  const [subject, setSubject] = useState<{
    readonly kind: 'reply' | 'edit';
    readonly message: Message;
  } | null>(null);
  return {
    replyTo: subject?.kind === 'reply' ? subject.message : null,
    editing: subject?.kind === 'edit' ? subject.message : null,
    reply: (message: Message) => setSubject({ kind: 'reply', message }),
    edit: (message: Message) => setSubject({ kind: 'edit', message }),
    leave: () => setSubject(null),
  };
};
