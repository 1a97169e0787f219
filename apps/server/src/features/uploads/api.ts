export type { FileSubject } from './file-access.ts';
export type { Files } from './files.ts';
export { registerUploads } from './register-uploads.ts';
