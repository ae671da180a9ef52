const LOCAL = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)$/;
const RFC_2822 = /^\w{3}, \d{1,2} \w{3} \d{4} \d\d:\d\d:\d\d [+-]\d{4}$/;

/** Parses `2015-01-27 14:56:00` as UTC to Unix seconds; undefined for WordPress's `0000-00-00 00:00:00` and for invalid dates. */
export function parseWordpressDate(text: string): number | undefined {
  const parts = LOCAL.exec(text);
  return parts ? seconds(`${parts[1] ?? ''}T${parts[2] ?? ''}Z`) : undefined;
}

/**
 * Parses `Tue, 27 Jan 2015 14:56:57 +0000` to Unix seconds. The pattern is checked first, because JavaScript would read WordPress's
 * missing date, `Wed, 30 Nov -0001 …`, as 2001.
 */
export function parsePubDate(text: string): number | undefined {
  return RFC_2822.test(text) ? seconds(text) : undefined;
}

function seconds(date: string): number | undefined {
  const milliseconds = Date.parse(date);
  return Number.isNaN(milliseconds) ? undefined : milliseconds / 1000;
}
