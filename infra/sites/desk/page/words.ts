import { ApiError, ConnectionError } from '../../../client/source/errors.ts';

/** Messages by error code; `describeDetails` words the others. */
const REFUSALS: Readonly<Record<string, string>> = {
  api_key_missing: 'The service requires an API key.',
  api_key_invalid: 'This API key is not valid.',
  not_found: 'It no longer exists.',
  conflict: 'It has changed since it was loaded.',
  precondition_failed: 'It has changed since it was loaded.',
  too_large: 'It is too large.',
  unsupported_media_type: 'This file is not a supported image.',
  unprocessable_image: 'This image can’t be decoded, or is too large.',
  upload_refused: 'The image could not be stored.',
  too_many_requests: 'Too many requests: wait a minute and try again.',
  idempotency_in_progress: 'This is already in progress.',
  unavailable: 'The service is busy: try again in a moment.',
  unexpected_answer: 'The server at this address is not the service.',
};

/** Labels of the fields that the desk sends. */
const FIELDS: Readonly<Record<string, string>> = {
  scheduled_at: 'The time',
  post_ids: 'The order',
  manual_image_crops: 'The crop',
  file: 'The image',
  upload_id: 'The image',
  id: 'The number',
};

const RIGHTS: Readonly<Record<string, string>> = {
  write_draft: 'write drafts',
  publish_post: 'publish',
  manage_sections: 'change the editorial order',
  upload: 'upload images',
  read: 'read',
};

/** Why something failed, in words for editors. */
export function describeError(error: unknown): string {
  if (error instanceof ConnectionError) return 'The service does not answer.';
  if (error instanceof ApiError) return REFUSALS[error.code] ?? describeDetails(error);
  return error instanceof Error ? error.message : String(error);
}

function describeDetails({ status, code, messages, requestId }: ApiError): string {
  if (code === 'forbidden') return rightsIn(messages.join(' '));
  if (status >= 500)
    return `The service has an internal error${requestId === null ? '' : ` (${requestId})`}.`;
  return messages.map(describeFault).join(' ');
}

function rightsIn(message: string): string {
  const missing = Object.keys(RIGHTS).filter(name => message.includes(name));
  const rights = missing.map(name => RIGHTS[name]).join(' or ');
  return rights === '' ? 'Your API key may not do this.' : `Your API key may not ${rights}.`;
}

/** `scheduled_at: must lie in the future` without the field's name. */
function describeFault(message: string): string {
  const [, field, fault = message] = /^([a-z_]+)(?:\.[^:\s]+)*: (.*)$/s.exec(message) ?? [];
  const subject = field === undefined ? '' : (FIELDS[field] ?? 'The input');
  return `${subject} ${fault}`.trim().replace(/\.?$/, '.');
}

export function isKeyRefusal(error: unknown): boolean {
  return error instanceof ApiError && (error.code === 'api_key_invalid' || error.code === 'api_key_missing');
}
