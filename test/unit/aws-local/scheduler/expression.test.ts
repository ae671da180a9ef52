import { expect, test } from 'vitest';
import { parseExpression } from '../../../../infra/aws-local/scheduler/schedule.ts';

test.each([
  ['at(2030-01-02T03:04:05)', '2030-01-02T03:04:05Z'],
  ['at(2028-02-29T00:00:00)', '2028-02-29T00:00:00Z'],
])('parseExpression() reads %s', (expression, instant) => {
  expect(parseExpression(expression)).toBe(Date.parse(instant));
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
  'rate(5 minutes)',
  'cron(0 12 * * ? *)',
  'tomorrow',
])('parseExpression() refuses %s', expression => {
  expect(() => parseExpression(expression)).toThrow(`Invalid Schedule Expression ${expression}.`);
});
