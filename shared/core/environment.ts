import * as v from 'valibot';

const Level = v.optional(v.picklist(['debug', 'info', 'error', 'silent']), 'info');

function required(variable: string): string {
  return v.parse(v.pipe(v.string(`${variable} is not set`), v.minLength(1)), process.env[variable]);
}

/** Each is looked for when it is used: a function is told only of what its grants let it touch. */
const variables = {
  get TABLE_NAME() {
    return required('TABLE_NAME');
  },
  get CONTENT_BUCKET() {
    return required('CONTENT_BUCKET');
  },
  get MEDIA_BUCKET() {
    return required('MEDIA_BUCKET');
  },
  /** Where the media bucket is served, unless the site's configuration says otherwise. */
  get MEDIA_BASE_URL() {
    return process.env.MEDIA_BASE_URL ?? 'http://127.0.0.1:4000/media';
  },
  get SCHEDULE_GROUP() {
    return required('SCHEDULE_GROUP');
  },
  /** The role in which EventBridge Scheduler invokes the publisher. */
  get SCHEDULE_ROLE_ARN() {
    return required('SCHEDULE_ROLE_ARN');
  },
  /** The dead-letter queue of schedules. */
  get SCHEDULE_FAILURES_ARN() {
    return required('SCHEDULE_FAILURES_ARN');
  },
  get PUBLISHER_ARN() {
    return required('PUBLISHER_ARN');
  },
  /** Under which name metrics are kept, where they are. */
  get SERVICE() {
    return process.env.SERVICE;
  },
  get LOG_LEVEL() {
    return v.parse(Level, process.env.LOG_LEVEL);
  },
};

/** What the deployment (or the local stack) tells a function; the only place besides `siteText` that reads process.env. */
export function environment() {
  return variables;
}

/** The site's configuration as JSON. A bundle has it built in: a Lambda's environment holds only 4 KB. */
export function siteText(): string {
  return process.env.SITE ?? '{}';
}
