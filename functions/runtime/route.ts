import type { Need } from '../../shared/platform/http/caller.ts';
import type { AnyEndpoint } from '../../shared/platform/http/endpoint.ts';
import type { AuditAction } from '../../shared/platform/store/audit/actions.ts';
import type { Partitioned } from '../../shared/platform/store/records/partitions.ts';

/**
 * A right that a function's policy grants, in addition to writing its own log: a named one, or, by an entity, to write the partitions of its
 * records, their list entries and unique values, and no others.
 */
export type Grant = NamedGrant | Partitioned;

export type NamedGrant =
  | 'table:read'
  | 'table:write'
  | 'table:batch'
  | 'table:keys'
  | 'likes:count'
  | 'views:count'
  | 'table:scrapes'
  | 'keys:write'
  | 'sessions:start'
  | 'sessions:end'
  | 'challenges:write'
  | 'sign-in-states:write'
  | 'sign-in-states:end'
  | 'factors:write'
  | 'invitations:write'
  | 'authors:write'
  | 'tags:write'
  | 'likes:write'
  | 'follows:write'
  | 'presence:write'
  | 'webhooks:read'
  | 'webhooks:write'
  | 'webhooks:deliver'
  | 'secrets:read'
  | 'secrets:sign-in'
  | 'content:read'
  | 'content:write'
  | 'content:delete'
  | 'safe:write'
  | 'media:read'
  | 'media:write'
  | 'media:delete'
  | 'uploads:write'
  | 'uploads:read'
  | 'tasks:write'
  | 'tasks:read'
  | 'audit:write'
  | 'edge:invalidate'
  | 'schedule'
  | 'due:send';

/**
 * What one request to a route that answers without a key may cost. The request chain refuses requests and answers over the ceilings with
 * 413; `npm run bench -- keyless` measures the processor time with the worst stored content.
 */
export interface Ceilings {
  /** The limit for query and body together. A request over it is refused before its key is looked up and its body is parsed. */
  requestBytes: number;
  /** The limit for an answer to a caller without a key, before compression. */
  answerBytes: number;
  /** Processor time; an answer of more than CPU_MS_PER_MB allows may take that time instead. */
  cpuMs: number;
}

/** Processor time that each MB of an answer may take, where that is more than the route's `cpuMs`. */
export const CPU_MS_PER_MB = 20;

const REQUEST_BYTES = 16 * 1024;
const CPU_MS = 50;

/** An answer of Lambda has at most 6 MB. */
export const READ_CEILINGS: Ceilings = {
  requestBytes: REQUEST_BYTES,
  answerBytes: 6_000_000,
  cpuMs: CPU_MS,
};

/** The fields of a row that answers public data, also without a key where the site sets features.publicRead. */
export const PUBLIC_READ = {
  method: 'GET',
  permission: 'read',
  public: true,
  ceilings: READ_CEILINGS,
} as const;

/** The ceilings of a request that counts or stores something and answers little. */
export const COUNT_CEILINGS: Ceilings = { requestBytes: REQUEST_BYTES, answerBytes: 1_000, cpuMs: CPU_MS };

/** The ceilings of a sign-in, which computes the slow hash of a password or verifies a signature. */
export const SIGN_IN_CEILINGS: Ceilings = { requestBytes: REQUEST_BYTES, answerBytes: 1_000, cpuMs: 100 };

/** A row of the route table; everything else about an endpoint is derived from it and from its file. */
export type Route = CommonFields & Audited & (KeylessFields | KeyedFields);

/**
 * What the audit trail records of a request: one action, or one of several; for a write without an entry, the reason. The resource's code
 * calls `recordAction` (shared/platform/store/audit/record.ts) with one of them; policies let only the functions of such rows put entries.
 */
export type Audit = AuditAction | readonly [AuditAction, ...AuditAction[]] | { none: string };

type Audited =
  | { method: 'GET'; audit?: Exclude<Audit, { none: string }> }
  | { method: 'POST' | 'PUT' | 'DELETE'; audit: Audit };

/** The actions that requests to a row may record. */
export function listActions({ audit }: { audit?: Audit }): readonly AuditAction[] {
  if (audit === undefined) return [];
  if (typeof audit === 'string') return [audit];
  return 'none' in audit ? [] : audit;
}

interface CommonFields {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: `/${string}`;
  /**
   * The permission that a key needs; of several, one is enough. Finer rules (own drafts, own profile) are in `summary`, and the
   * resource enforces them.
   */
  permission: Need | readonly Need[];
  summary: string;
  /** Also open to a session that lacks the second factor that its author's role needs. */
  isForEnrolment?: true;
  grants: readonly Grant[];
  memoryMb?: number;
  timeoutS?: number;
  load: () => Promise<{ default: AnyEndpoint }>;
}

/** A route that answers without a key needs ceilings. */
type KeylessFields = { ceilings: Ceilings } & (
  | {
      /** Open without a key when the site sets features.publicRead. Such requests see public data only. */
      public: true;
      isKeyless?: never;
    }
  | {
      /** Open without a key on every site, because a secret in the path or the body grants access. A key is ignored. */
      isKeyless: true;
      public?: never;
    }
);

interface KeyedFields {
  public?: never;
  isKeyless?: never;
  ceilings?: never;
}

/** The rows of one resource. A row's name is a file under functions/, in the resource's folder. */
export type Rows<Resource extends string> = Readonly<Record<`${Resource}/${string}`, Route>>;

/** The fields of its row that a deployed function contains. */
export interface ServedRoute extends Pick<CommonFields, 'method' | 'path' | 'permission'> {
  public?: boolean;
  isKeyless?: boolean;
  isForEnrolment?: boolean;
  ceilings?: Ceilings;
}
