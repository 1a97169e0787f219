/**
 * Whether the file behind a blob was changed, moved or removed since it was chosen; browsers then
 * reject reading it.
 */
export const isUnreadable = async (file: Blob): Promise<boolean> => {
  try {
    await file.slice(0, 1).arrayBuffer();
    return false;
  } catch {
    return true;
  }
};
