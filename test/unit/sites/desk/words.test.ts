import { describe, expect, it } from 'vitest';
import { ApiError, ConnectionError } from '../../../../infra/client/source/errors.ts';
import { isKeyRefusal, describeError } from '../../../../infra/sites/desk/page/words.ts';

function refusal(status: number, code: string, ...messages: string[]): ApiError {
  return new ApiError({ status, code, messages, requestId: 'abc' });
}

describe('describeError()', () => {
  it.each([
    [400, 'invalid_input', 'scheduled_at: must lie in the future', 'The time must lie in the future.'],
    [400, 'invalid_input', 'manual_image_crops.1x1.width: is required', 'The crop is required.'],
    [400, 'invalid_input', 'other_field: is wrong', 'The input is wrong.'],
    [403, 'forbidden', 'This needs the permission publish_post', 'You may not publish.'],
    [403, 'forbidden', 'Only an administrator may', 'You may not do this.'],
    [404, 'not_found', 'There is no draft with the id 7', 'It no longer exists.'],
    [409, 'conflict', 'action: a draft post can’t be unpublished', 'A draft post can’t be unpublished.'],
    [
      409,
      'conflict',
      'manual_basename: another post has it',
      'Last part of the address: another post has it.',
    ],
    [412, 'precondition_failed', 'The record has changed', 'It has changed since it was loaded.'],
    [500, 'internal_error', 'Internal error', 'The service has an internal error (abc).'],
  ])('translates a %i %s into the newsroom’s words', (status, code, message, words) => {
    expect(describeError(refusal(status, code, message))).toBe(words);
  });

  it('shows the service’s own message of a conflict that is none of versions', () => {
    const why = 'The author has no email, with which people sign in';
    expect(describeError(refusal(409, 'conflict', why))).toBe(`${why}.`);
  });

  it('explains a lost connection by the missing answer, without the address', () => {
    expect(describeError(new ConnectionError('No answer from http://127.0.0.1:1: refused'))).toBe(
      'The service does not answer.',
    );
  });
});

it('isKeyRefusal() distinguishes a refused key from a missing permission', () => {
  expect(isKeyRefusal(refusal(403, 'api_key_invalid'))).toBe(true);
  expect(isKeyRefusal(refusal(401, 'api_key_missing'))).toBe(true);
  expect(isKeyRefusal(refusal(403, 'forbidden'))).toBe(false);
});
