import type { TokenizerCallbacks } from 'htmlparser2';

/**
 * Passes texts that follow each other without anything between them on as one. The tokenizer begins another text at each `<` and `&` that
 * stand for themselves, and the sanitizer's work for a text, however short, is that for an element.
 */
export function joinTexts(to: TokenizerCallbacks): TokenizerCallbacks {
  let start = 0;
  let end = 0;
  const flush = (): void => {
    if (start < end) to.ontext(start, end);
    start = end;
  };
  const after =
    <Args extends unknown[]>(pass: (...args: Args) => void) =>
    (...args: Args): void => {
      flush();
      pass(...args);
    };
  return {
    ontext(from, until) {
      if (from !== end) flush();
      if (start === end) start = from;
      end = until;
    },
    ontextentity: after((code, until) => to.ontextentity(code, until)),
    onopentagname: after((from, until) => to.onopentagname(from, until)),
    onattribname: (from, until) => to.onattribname(from, until),
    onattribdata: (from, until) => to.onattribdata(from, until),
    onattribentity: code => to.onattribentity(code),
    onattribend: (quote, until) => to.onattribend(quote, until),
    onopentagend: after(until => to.onopentagend(until)),
    onselfclosingtag: after(until => to.onselfclosingtag(until)),
    onclosetag: after((from, until) => to.onclosetag(from, until)),
    oncdata: after((from, until, offset) => to.oncdata(from, until, offset)),
    oncomment: after((from, until, offset) => to.oncomment(from, until, offset)),
    ondeclaration: after((from, until) => to.ondeclaration(from, until)),
    onprocessinginstruction: after((from, until) => to.onprocessinginstruction(from, until)),
    onend: after(() => to.onend()),
    isInForeignContext: () => to.isInForeignContext?.() ?? false,
  };
}
