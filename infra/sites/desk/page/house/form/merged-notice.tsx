import { messages } from '../../messages.ts';
import type { FormState } from './form-state.ts';

const { house: texts } = messages;

/** Says that somebody else has changed what a form shows, until it is saved. */
export function MergedNotice({ form }: { form: FormState }) {
  if (!form.isMerged.value) return null;
  return (
    <p class="notice" role="alert">
      {form.hasContested() ? texts.contested : texts.merged}
    </p>
  );
}
