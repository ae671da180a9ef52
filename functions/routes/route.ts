import type { Need } from '../../shared/http/caller.ts';
import type { AnyEndpoint } from '../../shared/http/endpoint.ts';

/** What a function's policy lets it do, beside reading and writing its own log. */
export type Grant =
  | 'table:read'
  | 'table:write'
  | 'table:batch'
  | 'table:count'
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
  | 'schedule';

/** A row of the route table; everything else about an endpoint is derived from it and from its file. */
export interface Route {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: `/${string}`;
  /** What the key must have; of several, one. Finer rules (own drafts, own profile) are told in `summary` and kept by the resource. */
  permission: Need | readonly Need[];
  summary: string;
  /** Open without a key when the site sets features.publicRead; then only public data is seen. */
  public?: boolean;
  grants: readonly Grant[];
  memoryMb?: number;
  timeoutS?: number;
  load: () => Promise<{ default: AnyEndpoint }>;
}

/** The rows of one resource. A name is a file under functions/: it begins with the resource's folder. */
export type Rows<Resource extends string> = Readonly<Record<`${Resource}/${string}`, Route>>;

/** What a deployed function knows of its own row. */
export type ServedRoute = Pick<Route, 'method' | 'path' | 'permission' | 'public'>;
