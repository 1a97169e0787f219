/** The audited actions, by the kind of their subject. */
export const auditActions = [
  'deal.dismiss',
  'deal.expire',
  'deal.remove',
  'deal.reinstate',
  'user.role',
  'user.sign_out',
  'user.remove_factors',
  'user.end_session',
  'message.delete',
  'message.dismiss_report',
  'channel.appoint',
  'channel.mute',
  'channel.remove_member',
  'channel.ban',
  'channel.unban',
  'source.add',
  'source.pause',
  'source.resume',
  'source.run',
  'source.run-shrunk',
] as const;
export type AuditAction = (typeof auditActions)[number];
