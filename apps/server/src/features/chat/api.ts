export { insertMember } from './member-rows.ts';
