export type { FileSubject, Files } from './files.ts';
export { registerUploads } from './register-uploads.ts';
