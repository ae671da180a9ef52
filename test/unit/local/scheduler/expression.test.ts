import { expect, test } from 'vitest';
import { parseExpression } from '../../../../infra/local/scheduler/expression.ts';

const at = (text: string) => ({ kind: 'at', atMs: Date.parse(text) });

test.each([
  ['UTC', 'at(2030-01-02T03:04:05)', '2030-01-02T03:04:05Z'],
  ['UTC', 'at(2028-02-29T00:00:00)', '2028-02-29T00:00:00Z'],
  ['Europe/Berlin', 'at(2030-01-01T12:00:00)', '2030-01-01T11:00:00Z'],
  ['Europe/Berlin', 'at(2030-07-01T12:00:00)', '2030-07-01T10:00:00Z'],
  ['America/New_York', 'at(2030-03-10T01:59:59)', '2030-03-10T06:59:59Z'],
  ['America/New_York', 'at(2030-03-10T03:00:00)', '2030-03-10T07:00:00Z'],
  ['Asia/Kathmandu', 'at(2030-01-01T00:00:00)', '2029-12-31T18:15:00Z'],
])('reads a time in %s: %s', (timezone, expression, instant) => {
  expect(parseExpression(expression, timezone)).toEqual(at(instant));
});

test.each([
  ['rate(1 minute)', 60_000],
  ['rate(5 minutes)', 300_000],
  ['rate(2 hours)', 7_200_000],
  ['rate(1 day)', 86_400_000],
])('reads %s', (expression, everyMs) => {
  expect(parseExpression(expression, 'UTC')).toEqual({ kind: 'rate', everyMs });
});

test.each([
  'at(2030-02-29T00:00:00)',
  'at(2030-13-01T00:00:00)',
  'at(2030-01-01T24:00:00)',
  'at(2030-01-01T00:00:60)',
  'at(2030-01-01 00:00:00)',
  'at(2030-01-01T00:00)',
  'at(2030-01-01T00:00:00Z)',
  'at(2030-01-01T00:00:00.000)',
  ' at(2030-01-01T00:00:00)',
  'at()',
  'rate(0 minutes)',
  'rate(1 second)',
  'rate(1.5 hours)',
  'rate(5minutes)',
  'cron(0 12 * *)',
  'tomorrow',
])('refuses %s', expression => {
  expect(() => parseExpression(expression, 'UTC')).toThrow(`Invalid Schedule Expression ${expression}.`);
});

test('refuses cron() and says that it is the stand-in which cannot do it', () => {
  expect(() => parseExpression('cron(0 12 * * ? *)', 'UTC')).toThrow('local scheduler stand-in');
});

test('refuses an unknown time zone', () => {
  expect(() => parseExpression('at(2030-01-01T00:00:00)', 'Mars/Olympus')).toThrow('Timezone Mars/Olympus');
});
