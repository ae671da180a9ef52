import { ApiError, ConnectionError } from '../../../client/source/errors.ts';

/** What each refusal means for the newsroom; those that are not named here are told by `detailsOf`. */
const REFUSALS: Readonly<Record<string, string>> = {
  api_key_missing: 'The service wants an API key.',
  api_key_invalid: 'This API key is not valid.',
  not_found: 'It is not there any more.',
  conflict: 'It has been changed in the meantime.',
  precondition_failed: 'It has been changed in the meantime.',
  too_large: 'It is too large.',
  unsupported_media_type: 'This file is not a picture that can be used.',
  unprocessable_image: 'This picture can’t be read, or is too large.',
  upload_refused: 'The picture could not be stored.',
  too_many_requests: 'Too much was asked at once: wait a minute and try again.',
  idempotency_in_progress: 'This is being done already.',
  unavailable: 'The service is busy: try again in a moment.',
  unexpected_answer: 'What answers at this address is not the service.',
};

/** What the fields that the desk sends are called on its pages. */
const FIELDS: Readonly<Record<string, string>> = {
  scheduled_at: 'The time',
  post_ids: 'The order',
  manual_image_crops: 'The crop',
  file: 'The picture',
  upload_id: 'The picture',
  id: 'The number',
};

const RIGHTS: Readonly<Record<string, string>> = {
  write_draft: 'write drafts',
  publish_post: 'publish',
  manage_sections: 'arrange pages',
  upload: 'upload pictures',
  read: 'read',
};

/** Why something failed, in the newsroom's words. */
export function reasonOf(error: unknown): string {
  if (error instanceof ConnectionError) return 'The service does not answer.';
  if (error instanceof ApiError) return REFUSALS[error.code] ?? detailsOf(error);
  return error instanceof Error ? error.message : String(error);
}

function detailsOf({ status, code, messages, requestId }: ApiError): string {
  if (code === 'forbidden') return rightsIn(messages.join(' '));
  if (status >= 500) return `The service has a fault${requestId === null ? '' : ` (${requestId})`}.`;
  return messages.map(sentenceOf).join(' ');
}

function rightsIn(message: string): string {
  const missing = Object.keys(RIGHTS).filter(name => message.includes(name));
  const rights = missing.map(name => RIGHTS[name]).join(' or ');
  return rights === '' ? 'Your API key may not do this.' : `Your API key may not ${rights}.`;
}

/** `scheduled_at: must lie in the future` without the name of the field. */
function sentenceOf(message: string): string {
  const [, field, fault = message] = /^([a-z_]+)(?:\.[^:\s]+)*: (.*)$/s.exec(message) ?? [];
  const subject = field === undefined ? '' : (FIELDS[field] ?? 'What was entered');
  return `${subject} ${fault}`.trim().replace(/\.?$/, '.');
}

export function isKeyRefusal(error: unknown): boolean {
  return error instanceof ApiError && (error.code === 'api_key_invalid' || error.code === 'api_key_missing');
}
