/** What an alarm says, by mail and in the README. */
interface Text {
  /** When it rings. */
  when: string;
  means: string;
  todo: string;
}

/** Every alarm of a deployment; alarms.ts has what each is measured by. */
export const TEXTS = {
  'api-errors': {
    when: 'more than 1 % of requests, and at least 5, are answered 5xx in two of three times 5 minutes',
    means: 'Requests fail through no fault of theirs.',
    todo: 'Look for "request failed" in the logs of the functions that the dashboard shows with errors.',
  },
  'api-latency': {
    when: 'one request in a hundred takes over 5 s for 15 minutes (asked from some 1,000 requests in 5 minutes on)',
    means: 'The API is slow for some.',
    todo: 'See on the dashboard which functions are, and whether the table is throttled.',
  },
  'api-throttled': {
    when: 'over 100 requests in 5 minutes are answered 429',
    means:
      'One key asks for more than it may, or all together for more than deployment.throttling or the account allows.',
    todo: 'See in the access log where it comes from: slow that client down or revoke its key, or raise the limit.',
  },
  'functions-throttled': {
    when: 'Lambda refuses to run a function in two of three times 5 minutes',
    means:
      'All functions of the account and region together have reached its limit; new accounts have a low one.',
    todo: 'Have the quota "Concurrent executions" of Lambda raised.',
  },
  'worker-errors': {
    when: 'a worker fails in each of three times 5 minutes',
    means: 'Publishing on time, thumbnails, webhooks, search or tidying up keeps failing.',
    todo: 'See on the dashboard which of the five it is, and in its log why.',
  },
  'sweep-stopped': {
    when: 'the sweep, which runs each minute, did not run for 15 minutes',
    means: 'Nothing catches what was missed. It also rings once while the first deployment is young.',
    todo: 'See whether the rule of EventBridge is enabled and the function of the sweep exists.',
  },
  undelivered: {
    when: 'a message is in the queue of what was given up',
    means:
      'An event failed in all tries. What it asked for is in the table, and the sweep does it if it can be done.',
    todo: 'Read the message, mend the cause, and move it back or delete it: it rings as long as one is there.',
  },
  'outbox-age': {
    when: 'work has been due for over 15 minutes, five minutes long',
    means: 'Search, lists of sections or the tidying up of files fall behind, as after a large import.',
    todo: 'If the dashboard shows that it grows, look into the logs of the outbox worker and the sweep.',
  },
  'outbox-failing': {
    when: 'a job of the outbox has failed at least three times in a row, for 15 minutes',
    means: 'It is tried each hour, but will hardly be done without help.',
    todo: 'npm run outbox lists what fails and why; retry it when the cause is mended.',
  },
  'posts-overdue': {
    when: 'in three sweeps in a row a scheduled post could not be published',
    means: 'A post that should be out is not.',
    todo: 'Look for "overdue post not published" in the log of the sweep; publish it by hand meanwhile.',
  },
  'posts-late': {
    when: 'a scheduled post came out more than 10 s late',
    means: 'Its alarm was lost, late or failed; the sweep found it.',
    todo: 'Once is bad luck. If it goes on, look into the log of the publisher and the queue of what was given up.',
  },
  'thumbnails-failed': {
    when: 'an image gets no thumbnails',
    means: 'The image can’t be decoded, or making them ends the function each time.',
    todo: 'The image’s own record says why; have it uploaded anew, in another format if need be.',
  },
  'table-throttled': {
    when: 'DynamoDB refuses reads or writes in two of three times 5 minutes',
    means:
      'One partition, or the table, is asked for more than it takes yet; requests are slower or answered 503.',
    todo: 'It adapts within minutes. If it goes on, see on the dashboard whether reads or writes are too many.',
  },
  'table-errors': {
    when: 'DynamoDB fails over 10 times in 5 minutes, twice',
    means: 'DynamoDB itself has a fault; calls are tried again.',
    todo: 'See the AWS Health Dashboard; there is nothing to do but wait.',
  },
} as const satisfies Record<string, Text>;

export type AlarmName = keyof typeof TEXTS;
