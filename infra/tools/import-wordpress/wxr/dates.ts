const LOCAL = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)$/;
const RFC_2822 = /^\w{3}, \d{1,2} \w{3} \d{4} \d\d:\d\d:\d\d [+-]\d{4}$/;

/** Unix seconds of `2015-01-27 14:56:00` read as UTC; undefined for WordPress's `0000-00-00 00:00:00` and nonsense. */
export function parseWordpressDate(text: string): number | undefined {
  const parts = LOCAL.exec(text);
  return parts ? seconds(`${parts[1] ?? ''}T${parts[2] ?? ''}Z`) : undefined;
}

/**
 * Unix seconds of `Tue, 27 Jan 2015 14:56:57 +0000`. The pattern is checked first because WordPress writes
 * `Wed, 30 Nov -0001 …` for a missing date, which JavaScript would read as 2001.
 */
export function parsePubDate(text: string): number | undefined {
  return RFC_2822.test(text) ? seconds(text) : undefined;
}

function seconds(date: string): number | undefined {
  const milliseconds = Date.parse(date);
  return Number.isNaN(milliseconds) ? undefined : milliseconds / 1000;
}
