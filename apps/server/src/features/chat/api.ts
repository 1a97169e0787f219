export { insertMember } from './members/member-rows.ts';
