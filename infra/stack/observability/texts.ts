/** The text of an alarm, for its description and infra/README.md. */
interface Text {
  /** The condition under which the alarm is in alarm state. */
  when: string;
  means: string;
  remedy: string;
}

/** The texts of every alarm; alarms.ts has their metrics. */
export const TEXTS = {
  'api-errors': {
    when: 'more than 1 % of requests, and at least 5, are answered 5xx in two of three periods of 5 minutes',
    means: 'Valid requests fail.',
    remedy: 'Look for "request failed" in the logs of the functions that the dashboard shows with errors.',
  },
  'api-latency': {
    when: 'the 99th percentile of latency is over 5 s for 15 minutes (from about 1,000 requests in 5 minutes on)',
    means: 'Some requests are slow.',
    remedy: 'The dashboard shows which functions are slow, and whether the table is throttled.',
  },
  'api-throttled': {
    when: 'over 100 requests in 5 minutes are answered 429',
    means:
      'One API key exceeds its rate limit, or all requests together exceed deployment.throttling or the account’s limit.',
    remedy: 'Find the client in the access log. Slow it down, revoke its key, or raise the limit.',
  },
  'functions-throttled': {
    when: 'Lambda throttles a function in two of three periods of 5 minutes',
    means:
      'The functions have reached the concurrency limit of the account and region, which is low for new accounts.',
    remedy: 'Request a higher quota for "Concurrent executions" of Lambda.',
  },
  'worker-errors': {
    when: 'a worker fails in each of three periods of 5 minutes',
    means: 'Scheduled publishing, thumbnails, webhooks, search or cleanup keeps failing.',
    remedy: 'The dashboard shows which worker fails; its log says why.',
  },
  'sweep-stopped': {
    when: 'the sweep, which is scheduled each minute, has not run for 15 minutes',
    means:
      'Missed schedules and outbox items are not recovered. Right after the first deployment the alarm is expected once.',
    remedy: 'Check that the EventBridge rule is enabled and that the sweep function exists.',
  },
  undelivered: {
    when: 'the dead-letter queue is not empty',
    means: 'All attempts of an event failed. Its work is recorded in the table, and the sweep retries it.',
    remedy:
      'Read the message and fix the cause, then delete the message. The alarm lasts until the queue is empty.',
  },
  'outbox-age': {
    when: 'for 5 minutes, the oldest outbox item has been due for over 15 minutes',
    means: 'Search, section lists or the cleanup of files lag behind, for example after a large import.',
    remedy:
      'After an import, npm run outbox shows how many posts still wait for the index. Otherwise, if the dashboard shows that the age grows, read the logs of the outbox worker and the sweep.',
  },
  'outbox-failing': {
    when: 'for 15 minutes, an outbox job has failed at least three times in a row',
    means: 'It is retried each hour, but will probably keep failing.',
    remedy: 'npm run outbox lists failing jobs with their errors. Fix the cause, then retry them.',
  },
  'posts-overdue': {
    when: 'in three sweeps in a row, a scheduled post could not be published',
    means: 'A post is overdue.',
    remedy: 'Look for "due post not published" in the log of the sweep. You can publish the post by hand.',
  },
  'posts-late': {
    when: 'a scheduled post is published more than 10 s late',
    means: 'Its schedule was lost, late or failed; the sweep published it.',
    remedy:
      'A single case needs no action. If it recurs, check the log of the publisher and the dead-letter queue.',
  },
  'deliveries-late': {
    when: 'an attempt to deliver a change to a webhook is made more than 15 minutes after the change',
    means: 'A receiver fails, or is too slow for the number of its deliveries. They are retried for a day.',
    remedy: 'npm run outbox lists the deliveries with their errors. Tell the operator of the receiver.',
  },
  'deliveries-failed': {
    when: 'a delivery to a webhook has failed for a day',
    means: 'It is not retried any more: the receiver has missed a change.',
    remedy:
      'npm run outbox lists the failed deliveries. When the receiver works again, replay them: POST /webhooks/<id>/deliveries/<id>/replay.',
  },
  'thumbnails-failed': {
    when: 'the thumbnails of an image could not be made',
    means: 'The image can’t be decoded, or decoding it exceeds the function’s memory or time.',
    remedy: 'The image’s record contains the error. Upload the image again, possibly in another format.',
  },
  'table-throttled': {
    when: 'DynamoDB throttles reads or writes in two of three periods of 5 minutes',
    means:
      'Requests to a partition or the table exceed its current capacity; the API is slower or answers 503.',
    remedy:
      'DynamoDB adapts within minutes. If it continues, the dashboard shows whether reads or writes are throttled.',
  },
  'table-errors': {
    when: 'DynamoDB has over 10 system errors in each of two periods of 5 minutes',
    means: 'DynamoDB itself fails; calls are retried.',
    remedy: 'Check the AWS Health Dashboard and wait.',
  },
} as const satisfies Record<string, Text>;

export type AlarmName = keyof typeof TEXTS;
