import type { Need } from '../../shared/http/caller.ts';
import type { AnyEndpoint } from '../../shared/http/endpoint.ts';

/** A right that a function's policy grants, in addition to writing its own log. */
export type Grant =
  | 'table:read'
  | 'table:write'
  | 'table:batch'
  | 'likes:count'
  | 'views:count'
  | 'table:scrapes'
  | 'keys:write'
  | 'authors:write'
  | 'tags:write'
  | 'likes:write'
  | 'follows:write'
  | 'thumbnails:write'
  | 'webhooks:read'
  | 'webhooks:write'
  | 'webhooks:deliver'
  | 'secrets:read'
  | 'content:read'
  | 'content:write'
  | 'content:delete'
  | 'media:read'
  | 'media:write'
  | 'media:delete'
  | 'uploads:write'
  | 'uploads:read'
  | 'tasks:write'
  | 'schedule'
  | 'due:send';

/** A row of the route table; everything else about an endpoint is derived from it and from its file. */
export interface Route {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: `/${string}`;
  /**
   * The permission that a key needs; of several, one is enough. Finer rules (own drafts, own profile) are in `summary`, and the
   * resource enforces them.
   */
  permission: Need | readonly Need[];
  summary: string;
  /** Open without a key when the site sets features.publicRead. Such requests see public data only. */
  public?: boolean;
  /** Open without a key on every site, because a secret in the path grants access. A key is ignored. */
  hasSecretPath?: boolean;
  grants: readonly Grant[];
  memoryMb?: number;
  timeoutS?: number;
  load: () => Promise<{ default: AnyEndpoint }>;
}

/** The rows of one resource. A row's name is a file under functions/, in the resource's folder. */
export type Rows<Resource extends string> = Readonly<Record<`${Resource}/${string}`, Route>>;

/** The fields of its row that a deployed function contains. */
export type ServedRoute = Pick<Route, 'method' | 'path' | 'permission' | 'public' | 'hasSecretPath'>;
