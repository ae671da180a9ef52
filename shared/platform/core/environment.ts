import * as v from 'valibot';

const Level = v.optional(v.picklist(['debug', 'info', 'error', 'silent']), 'info');

const Indexers = v.optional(
  v.pipe(v.string(), v.regex(/^[1-4]$/, 'INDEXERS must be 1 to 4'), v.transform(Number)),
  '2',
);

const Lock = v.optional(v.literal('yes'));

const MediaAtApi = v.optional(v.picklist(['redirected', 'signed']));

function required(variable: string): string {
  return v.parse(v.pipe(v.string(`${variable} is not set`), v.minLength(1)), process.env[variable]);
}

/** Each is read on use, because a function only has the variables that its grants need. */
const variables = {
  get TABLE_NAME() {
    return required('TABLE_NAME');
  },
  /** Another address of DynamoDB than that of its region, as the SDK names it. */
  get DATABASE_ENDPOINT() {
    return process.env.AWS_ENDPOINT_URL_DYNAMODB ?? process.env.AWS_ENDPOINT_URL;
  },
  get CONTENT_BUCKET() {
    return required('CONTENT_BUCKET');
  },
  get MEDIA_BUCKET() {
    return required('MEDIA_BUCKET');
  },
  /** The public address of the media bucket, unless the site's configuration sets another. */
  get MEDIA_BASE_URL() {
    return process.env.MEDIA_BASE_URL ?? 'http://127.0.0.1:4000/media';
  },
  /**
   * How the API answers requests for files at its own address: by a redirect to the CDN, or to a signed address of the bucket where the
   * deployment has no CDN. Unset on this machine, where the local gateway serves files.
   */
  get MEDIA_AT_API() {
    return v.parse(MediaAtApi, process.env.MEDIA_AT_API);
  },
  /** The secret that proves that a request came through the edge; unset without an edge. */
  get EDGE_SECRET() {
    return process.env.EDGE_SECRET;
  },
  /** Whether the API answers only requests that come through the edge. */
  get EDGE_LOCK() {
    return v.parse(Lock, process.env.EDGE_LOCK) !== undefined;
  },
  /** The edge's distribution, whose cache changes invalidate; unset without an edge. */
  get EDGE_DISTRIBUTION() {
    return process.env.EDGE_DISTRIBUTION;
  },
  /** The distribution of files at an address of their own, where there is an edge too. */
  get MEDIA_DISTRIBUTION() {
    return process.env.MEDIA_DISTRIBUTION;
  },
  /** What the names of the endpoints' functions begin with, for the function that passes requests on to them. */
  get ENDPOINTS_PREFIX() {
    return required('ENDPOINTS_PREFIX');
  },
  get SCHEDULE_GROUP() {
    return required('SCHEDULE_GROUP');
  },
  /** The role that EventBridge Scheduler assumes to invoke a schedule's target. */
  get SCHEDULE_ROLE_ARN() {
    return required('SCHEDULE_ROLE_ARN');
  },
  /** The queue for invocations that EventBridge Scheduler could not deliver. */
  get SCHEDULE_FAILURES_ARN() {
    return required('SCHEDULE_FAILURES_ARN');
  },
  get PUBLISHER_ARN() {
    return required('PUBLISHER_ARN');
  },
  /** The address of the queue of seconds in which posts are due. */
  get DUE_QUEUE_URL() {
    return required('DUE_QUEUE_URL');
  },
  /** The number of partitions over which new jobs of the search index's backlog are spread; each is processed by one worker. */
  get INDEXERS() {
    return v.parse(Indexers, process.env.INDEXERS);
  },
  /** The service's name in metrics; unset where none are recorded. */
  get SERVICE() {
    return process.env.SERVICE;
  },
  get LOG_LEVEL() {
    return v.parse(Level, process.env.LOG_LEVEL);
  },
};

/** The variables that the deployment or the local stack sets; only this module reads process.env. */
export function environment() {
  return variables;
}

/** The site's configuration as JSON. Bundles contain it, because a Lambda function's environment is limited to 4 KB. */
export function siteText(): string {
  return process.env.SITE ?? '{}';
}
