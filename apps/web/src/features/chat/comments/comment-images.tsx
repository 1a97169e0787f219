import type { Attachment } from '@izgodno/contract/chat/message';
import { useState } from 'react';
import { AttachmentView } from '../messages/attachment-view.tsx';
import { ImageViewer } from '../messages/image-viewer.tsx';
import type { ShownAttachment } from '../messages/shown-attachment.ts';
import styles from '../messages/attachment.module.css';

/** The images of a comment; each opens in full screen. */
export const CommentImages = ({ images }: { readonly images: readonly Attachment[] }) => {
  const [opened, setOpened] = useState<ShownAttachment | null>(null);
  return (
    <div className={styles['list']}>
      {images.map((image) => (
        <AttachmentView key={image.id} attachment={image} onOpenImage={setOpened} />
      ))}
      {opened !== null && (
        <ImageViewer
          images={images.filter(({ fileUrl }) => fileUrl !== null)}
          first={opened}
          onClose={() => setOpened(null)}
        />
      )}
    </div>
  );
};
