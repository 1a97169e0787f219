import { useMemo, useState, type ReactNode } from 'react';

/** Shows the file as long as the element is mounted. */
const showFile = (file: Blob) => (image: HTMLImageElement) => {
  const url = URL.createObjectURL(file);
  image.src = url;
  return () => URL.revokeObjectURL(url);
};

interface FileImageProps {
  readonly file: Blob;
  /** Shown if the file is not an image that the browser can display, whatever its name. */
  readonly fallback: ReactNode;
}

/**
 * An image from a file of this device. Its alternative text is empty, because its name is shown
 * beside it.
 */
export const FileImage = ({ file, fallback }: FileImageProps) => {
  const [unreadable, setUnreadable] = useState<Blob | null>(null);
  const show = useMemo(() => showFile(file), [file]);
  return unreadable === file ? (
    fallback
  ) : (
    <img ref={show} alt="" onError={() => setUnreadable(file)} />
  );
};
