type Child = Node | string | null;

interface Special {
  class?: string;
  /** Attributes without a property, or whose text matters: `aria-label`, `for`. */
  attributes?: Record<string, string>;
  on?: Partial<{ [E in keyof HTMLElementEventMap]: (event: HTMLElementEventMap[E]) => unknown }>;
}

type Settable<T> = { [K in keyof T as T[K] extends string | number | boolean | null ? K : never]?: T[K] };

/** Creates an element with properties and children. Texts are set as text only, never as HTML. */
export function element<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  { class: className, attributes = {}, on = {}, ...properties }: Settable<HTMLElementTagNameMap[K]> & Special,
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(tag);
  Object.assign(made, properties);
  if (className !== undefined) made.className = className;
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  for (const [name, listener] of Object.entries(on)) made.addEventListener(name, listener as EventListener);
  made.append(...children.filter(child => child !== null));
  return made;
}

export function button(label: string, onClick: () => unknown, attributes: Record<string, string> = {}) {
  return element('button', { type: 'button', attributes, on: { click: onClick } }, label);
}

/** What was typed into a field of a form. */
export function readField(form: HTMLFormElement, name: string): string {
  const value = new FormData(form).get(name);
  return typeof value === 'string' ? value : '';
}

/** Finds an element of the page's frame. @throws Error when it is missing */
export function part<T extends Element>(selector: string, kind: new () => T): T {
  const found = document.querySelector(selector);
  if (!(found instanceof kind)) throw new Error(`${selector} is missing`);
  return found;
}
