import { useSignal } from '@preact/signals';
import { messages } from '../../messages.ts';
import { isFields, readJson, withField } from '../values.ts';
import { Flag, Labelled, Line, type Bound } from './simple.tsx';

const { settings: texts } = messages;
const KNOWN = ['keep_reading_button_text', 'keep_reading_hide_word_count'] as const;

/** The site’s own data: what the desk knows has fields of its own, all of it can be written as JSON. */
export function SiteData({ value, write, ...about }: Bound) {
  const data = isFields(value) ? value : {};
  const [button, hides] = KNOWN;
  return (
    <>
      <Line
        label={texts.parts[button]}
        value={data[button]}
        write={text => write(withField(data, button, text))}
      />
      <Flag
        label={texts.parts[hides]}
        value={data[hides]}
        write={is => write(withField(data, hides, is === true ? true : undefined))}
      />
      <Json {...about} value={value} write={write} />
    </>
  );
}

/** An object as JSON, which is written once it is one. */
function Json({ value, write, ...about }: Bound) {
  const typed = useSignal<string | undefined>(undefined);
  const isWrong = typed.value !== undefined && readJson(typed.value) === undefined;
  const fault = isWrong ? texts.noJson : about.fault;
  const shown = isFields(value) && Object.keys(value).length > 0 ? JSON.stringify(value, null, 2) : '';
  return (
    <Labelled {...about} fault={fault}>
      <textarea
        class="code"
        rows={4}
        spellcheck={false}
        value={typed.value ?? shown}
        aria-invalid={fault !== undefined}
        onInput={event => (typed.value = event.currentTarget.value)}
        onChange={event => {
          const data = readJson(event.currentTarget.value);
          if (!data) return;
          typed.value = undefined;
          write(data);
        }}
      />
    </Labelled>
  );
}
