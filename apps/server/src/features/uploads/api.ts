export type { FileSubject } from './file-access.ts';
export type { AttachedFile, Files } from './files.ts';
export { registerUploads } from './register-uploads.ts';
