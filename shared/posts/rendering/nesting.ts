import { allowedCodePoint } from '../../platform/values/clean.ts';
import type { Tokenizer, TokenizerCallbacks } from 'htmlparser2';
import { joinTexts } from './text-runs.ts';

type TokenizerClass = typeof Tokenizer;

/**
 * A tokenizer that leaves out opening tags while `isTooDeep`: a parser compares each tag with all open elements, so it would take time
 * quadratic in the depth of nesting.
 */
export function limitDepth(base: TokenizerClass, isTooDeep: () => boolean): TokenizerClass {
  return class extends base {
    constructor(options: ConstructorParameters<TokenizerClass>[0], callbacks: TokenizerCallbacks) {
      super(options, skipTags(joinTexts(callbacks), isTooDeep));
    }
  };
}

/** Passes all callbacks on, except those of a tag that opens where `isTooDeep`, and references to characters that no text has. */
function skipTags(to: TokenizerCallbacks, isTooDeep: () => boolean): TokenizerCallbacks {
  let isSkipped = false;
  const endTag = (end: () => void): void => {
    if (!isSkipped) end();
    isSkipped = false;
  };
  return {
    onopentagname(start, end) {
      isSkipped = isTooDeep();
      if (!isSkipped) to.onopentagname(start, end);
    },
    onattribname: (start, end) => (isSkipped ? undefined : to.onattribname(start, end)),
    onattribdata: (start, end) => (isSkipped ? undefined : to.onattribdata(start, end)),
    onattribentity: code => (isSkipped ? undefined : to.onattribentity(allowedCodePoint(code))),
    onattribend: (quote, end) => (isSkipped ? undefined : to.onattribend(quote, end)),
    onopentagend: end => endTag(() => to.onopentagend(end)),
    onselfclosingtag: end => endTag(() => to.onselfclosingtag(end)),
    onclosetag: (start, end) => to.onclosetag(start, end),
    oncdata: (start, end, offset) => to.oncdata(start, end, offset),
    oncomment: (start, end, offset) => to.oncomment(start, end, offset),
    ondeclaration: (start, end) => to.ondeclaration(start, end),
    onprocessinginstruction: (start, end) => to.onprocessinginstruction(start, end),
    ontext: (start, end) => to.ontext(start, end),
    ontextentity: (code, end) => to.ontextentity(allowedCodePoint(code), end),
    onend: () => to.onend(),
    isInForeignContext: () => to.isInForeignContext?.() ?? false,
  };
}
