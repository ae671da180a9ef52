import { describe, expect, it } from 'vitest';
import { decodePage } from '../../../../shared/scraper/text/charset.ts';

function latin(text: string): Buffer {
  return Buffer.from(text, 'latin1');
}

describe('decodePage()', () => {
  it.each([
    [
      'a byte order mark before all else',
      Buffer.from('\ufeffé'),
      'text/html; charset=windows-1252',
      'é',
      'utf-8',
    ],
    ['UTF-16 by its mark', Buffer.from('\ufeffné', 'utf16le'), 'text/html', 'né', 'utf-16le'],
    ['the header', latin('caf\xe9'), 'text/html; charset="ISO-8859-1"', 'café', 'windows-1252'],
    [
      'the header before the page',
      latin('<meta charset=shift_jis>\xe9'),
      'text/html;charset=latin1',
      '<meta charset=shift_jis>é',
      'windows-1252',
    ],
    [
      'a meta element',
      latin('<meta charset="windows-1251">\xcf\xf0\xe8'),
      'text/html',
      '<meta charset="windows-1251">При',
      'windows-1251',
    ],
    [
      'the older meta element',
      latin('<meta http-equiv=content-type content="text/html; charset=euc-kr">\xb0\xa1'),
      '',
      '<meta http-equiv=content-type content="text/html; charset=euc-kr">가',
      'euc-kr',
    ],
    [
      'an XML declaration',
      latin('<?xml version="1.0" encoding="iso-8859-2"?>\xb3'),
      '',
      '<?xml version="1.0" encoding="iso-8859-2"?>ł',
      'iso-8859-2',
    ],
    [
      'UTF-8 that is declared as something else',
      Buffer.from('<meta charset=windows-1251>é'),
      '',
      '<meta charset=windows-1251>é',
      'utf-8',
    ],
    ['UTF-8 that is not declared', Buffer.from('naïve'), 'text/html', 'naïve', 'utf-8'],
    ['UTF-8 cut within a character', Buffer.from('né€').subarray(0, 5), 'text/html', 'né\ufffd', 'utf-8'],
    ['Windows-1252 that is not declared', latin('\x93caf\xe9\x94'), 'text/html', '“café”', 'windows-1252'],
    ['plain ASCII', latin('abc'), '', 'abc', 'utf-8'],
    [
      'a page with an unknown label',
      latin('<meta charset=klingon>\xe9'),
      'text/html; charset=x-none',
      '<meta charset=klingon>é',
      'windows-1252',
    ],
    [
      'a meta element that claims UTF-16 in ASCII',
      latin('<meta charset=utf-16>é'),
      '',
      '<meta charset=utf-16>\ufffd',
      'utf-8',
    ],
    ['Shift_JIS', latin('\x93\xfa\x96{'), 'text/html; charset=Shift_JIS', '日本', 'shift_jis'],
    ['GB18030', latin('\xc4\xe3\xba\xc3'), 'text/html; charset=gb2312', '你好', 'gbk'],
    ['ISO-2022-JP', latin('\x1b$BF|K\\\x1b(B'), 'text/html; charset=iso-2022-jp', '日本', 'iso-2022-jp'],
  ])('reads %s', (_, bytes, contentType, text, charset) => {
    expect(decodePage(bytes, contentType)).toEqual({ text, charset });
  });
});
