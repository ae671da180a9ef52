import { make } from './elements.ts';
import { rememberedKey, rememberKey } from './signed.ts';
import { buildRequest, type Filled, type Field } from './try-request.ts';

/** Adds a button that opens a form for the operation. It is made only then: most readers want to read. */
export function offerTry(place: HTMLElement): void {
  const button = make('button', { type: 'button' }, 'Try it');
  button.addEventListener('click', () => place.replaceChildren(...form(place)));
  place.append(button);
}

function listFields(kind: string | undefined): Field[] {
  const rows = document.querySelectorAll<HTMLElement>('dt[data-in]');
  return [...rows].flatMap(({ dataset: { name = '', in: place = '', type = '' } }): Field[] => {
    const isShown = /^(?:path|query|header)$/.test(place) || (place === 'body' && kind === 'form');
    return isShown && !/[.[]/.test(name) ? [{ name, place, type }] : [];
  });
}

/** Only what is filled in is sent: no field has a value to begin with, not even an example. */
function form(place: HTMLElement): Node[] {
  const { body: kind, example = '' } = place.dataset;
  const inputs = listFields(kind).map(field => ({ field, input: inputFor(field) }));
  const key = make('input', { id: 'try-key', type: 'password', autocomplete: 'off' });
  key.value = rememberedKey();
  const text = make('textarea', { id: 'try-body', rows: '8', spellcheck: 'false' });
  const send = make('button', { type: 'submit' }, 'Send');
  const fill = make('button', { type: 'button' }, 'Fill in the example');
  fill.addEventListener('click', () => (text.value = example));
  const output = make('div', { role: 'status' });
  const whole = make(
    'form',
    {},
    labelled('API key (empty: your session)', key),
    ...inputs.map(({ field: { name, place: where }, input }) => labelled(`${name} (${where})`, input)),
    ...(kind === 'json' ? [labelled('Body (JSON)', text), fill] : []),
    send,
    output,
  );
  whole.addEventListener('submit', event => {
    event.preventDefault();
    rememberKey(key.value);
    const filled = inputs.map(({ field, input }): Filled => ({
      ...field,
      value: input.value,
      files: input.files,
    }));
    void sendAndShow(place, { filled, body: text.value, key: key.value }, output);
  });
  return [make('h2', {}, 'Try it'), whole];
}

function inputFor({ name, place, type }: Field): HTMLInputElement {
  const isFile = type.includes('file');
  return make('input', {
    id: `try-${place}-${name}`,
    type: isFile ? 'file' : 'text',
    ...(isFile && { multiple: '' }),
    ...(place === 'path' && { required: '' }),
  });
}

function labelled(text: string, control: HTMLElement): HTMLElement {
  return make('p', {}, make('label', { for: control.id }, text), control);
}

async function sendAndShow(
  { dataset: { method = 'GET', path = '' } }: HTMLElement,
  sent: { filled: Filled[]; body: string; key: string },
  output: HTMLElement,
): Promise<void> {
  output.replaceChildren('Sending …');
  const { address, init } = buildRequest({ method, path, ...sent });
  try {
    const began = performance.now();
    const response = await fetch(address, init);
    const text = await response.text();
    const took = Math.round(performance.now() - began);
    output.replaceChildren(
      make(
        'p',
        {},
        make('strong', { class: 'code' }, String(response.status)),
        ` in ${took} ms: ${method} ${address}`,
      ),
      make(
        'pre',
        { tabindex: '0', role: 'group', 'aria-label': 'The answer' },
        make('code', {}, pretty(text)),
      ),
    );
  } catch {
    output.replaceChildren('No answer: the service can’t be reached.');
  }
}

function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
