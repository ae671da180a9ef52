/**
 * What an entry of the audit trail says was done: the kind of the resource, and the act. A row of the route table names those that its
 * requests may record; the others are recorded by jobs, command lines and deployments. Stored: a renamed action would part its entries.
 */
export type AuditAction =
  | `${string}.${'create' | 'edit' | 'delete'}`
  | 'section.order'
  | 'author.sign_in_refused'
  | 'author.end_sessions'
  | 'author.invite'
  | 'author.accept_invitation'
  | 'author.renew_recovery_codes'
  | 'author.reset_factors'
  | 'post.publish'
  | 'post.unpublish'
  | 'post.schedule'
  | 'post.unschedule'
  | 'post.remove'
  | 'post.restore'
  | 'post.purge'
  | 'post.share'
  | 'post.revoke_preview'
  | 'post.revoke_previews'
  | 'webhook.test'
  | 'webhook.replay'
  | 'site.import'
  | 'site.export'
  | 'site.repair'
  | 'settings.deploy';
