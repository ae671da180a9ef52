/**
 * The action in an entry of the audit trail: the kind of the resource, and what was done to it. A row of the route table names the actions that
 * its requests may record; jobs, command lines and deployments record the others. Actions are stored, so renaming one would separate its older
 * entries from its newer ones.
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
