import { describe, expect, it } from 'vitest';
import { parseDate } from '../../../../shared/scraper/text/dates.ts';

describe('parseDate()', () => {
  it.each([
    ['2016-05-26', '2016-05-26T00:00:00.000Z'],
    ['2016/5/6', '2016-05-06T00:00:00.000Z'],
    ['2017-06-21 09:51:00 -0400', '2017-06-21T13:51:00.000Z'],
    ['2021-07-01T02:26:54+02:00', '2021-07-01T00:26:54.000Z'],
    ['2024-04-22T22:44:32.799Z', '2024-04-22T22:44:32.799Z'],
    ['2016-05-04@15:56:14 UTC', '2016-05-04T15:56:14.000Z'],
    ['Thu, May 13 2021 14:01:31 EDT', '2021-05-13T18:01:31.000Z'],
    ['Fri, 22 Oct 2021 00:44:09 +0000', '2021-10-22T00:44:09.000Z'],
    ['3rd March 2020 at 3:05 p.m. GMT', '2020-03-03T15:05:00.000Z'],
    ['Sept. 1, 2020 12:30 am', '2020-09-01T00:30:00.000Z'],
    ['12 Jan, 2016, 10.34PM IST', '2016-01-12T17:04:00.000Z'],
    ['3 May 2016 9:15 am AEST', '2016-05-02T23:15:00.000Z'],
    ['1466500000', '2016-06-21T09:06:40.000Z'],
    ['1466500000123', '2016-06-21T09:06:40.123Z'],
  ])('reads %s', (text, expected) => expect(parseDate(text)).toBe(expected));

  it.each(['Thursday, May 26, 2016', '26 May 2016', 'May 26th, 2016', '26.5.2016', 'Updated May 26,\n 2016'])(
    'reads a day in prose as noon: %s',
    text => expect(parseDate(text)).toBe('2016-05-26T12:00:00.000Z'),
  );

  it.each([
    '',
    'yesterday',
    '8:38 pm',
    '05/06/2016',
    '2016',
    '31 Feb 2020',
    '2016-13-01',
    '1850-01-01',
    '2999-01-01',
  ])('returns undefined for "%s"', text => expect(parseDate(text)).toBeUndefined());

  it('reads only the day when the time is impossible', () => {
    expect(parseDate('2016-05-26T99:99')).toBe('2016-05-26T00:00:00.000Z');
  });
});
