export type { FileSubject, Files } from './files.ts';
