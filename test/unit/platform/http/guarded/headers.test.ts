import { expect, it } from 'vitest';
import { isReserved, outgoingHeaders } from '../../../../../shared/platform/http/guarded/headers.ts';

it('outgoingHeaders() keeps a caller’s own headers in lower case', () => {
  const headers = { 'X-Kept': 'Yes', 'X-Proxy-Kept': '1', Cookie: 'a', TE: 'b', 'proxy-connection': 'c' };
  expect(outgoingHeaders(headers)).toEqual({
    'x-kept': 'Yes',
    'x-proxy-kept': '1',
    'user-agent': expect.stringMatching(/^Mozilla.*Broadsheet/),
  });
  expect(Object.keys(outgoingHeaders())).toEqual(['user-agent']);
});

it('isReserved() is true for headers of the connection and for credentials of a proxy', () => {
  const reserved =
    'Accept accept-encoding connection content-length cookie expect host keep-alive te trailer transfer-encoding upgrade PROXY-Authorization';
  expect(reserved.split(' ').filter(name => !isReserved(name))).toEqual([]);
  expect(['authorization', 'content-type', 'accept-language'].filter(isReserved)).toEqual([]);
});
