/** Finds an element of the page. @throws Error when it is missing */
export function findPart<T extends Element>(selector: string, kind: new () => T): T {
  const found = document.querySelector(selector);
  if (!(found instanceof kind)) throw new Error(`${selector} is missing`);
  return found;
}

/** Shows a message, which screen readers announce. */
export function showMessage(text: string): void {
  findPart('#message', HTMLElement).textContent = text;
}

/** Runs an action with the texts of a form's fields when it is sent, once at a time, and shows why it failed. */
export function onSubmit(
  form: HTMLFormElement,
  act: (fields: Record<string, string>) => Promise<void>,
): void {
  const button = form.querySelector('button')!;
  form.addEventListener('submit', event => {
    event.preventDefault();
    if (button.disabled) return;
    const fields = [...new FormData(form)].map(
      ([name, value]) => [name, typeof value === 'string' ? value : ''] as const,
    );
    button.disabled = true;
    showMessage('');
    act(Object.fromEntries(fields))
      .catch((error: unknown) => {
        showMessage(error instanceof Error ? error.message : String(error));
        clearPassword(form);
      })
      .finally(() => (button.disabled = false));
  });
}

/** A refused password is typed again. */
function clearPassword(form: HTMLFormElement): void {
  const input = form.querySelector<HTMLInputElement>('[type="password"]');
  if (!input) return;
  input.value = '';
  input.focus();
}
