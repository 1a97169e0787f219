import { useMemo, useState, type ReactNode } from 'react';

/** Shows the file for as long as the element stands. */
const showFile = (file: Blob) => (image: HTMLImageElement) => {
  const url = URL.createObjectURL(file);
  image.src = url;
  return () => URL.revokeObjectURL(url);
};

interface FilePictureProps {
  readonly file: Blob;
  /** Stands in its place where the file is no picture that the browser can show, whatever it is called. */
  readonly fallback: ReactNode;
}

/** A picture that is a file of this device. Its name stands beside it. */
export const FilePicture = ({ file, fallback }: FilePictureProps) => {
  const [unreadable, setUnreadable] = useState<Blob | null>(null);
  const show = useMemo(() => showFile(file), [file]);
  return unreadable === file ? (
    fallback
  ) : (
    <img ref={show} alt="" onError={() => setUnreadable(file)} />
  );
};
