import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkAddress, guardedFetch } from '../../../../../shared/platform/http/guarded/client.ts';
import { guardedLookup, type Resolve } from '../../../../../shared/platform/http/guarded/lookup.ts';
import { connectionsDuring } from '../../../../support/aws/connections.ts';
import { startWeb, type Web } from '../../../../support/web/web.ts';

const REFUSAL = { status: 400, code: 'url_not_allowed', messages: ['This address is not allowed'] };
const LIMITS = { maxBytes: 1000, timeoutMs: 600_000 };
const PUBLIC = '93.184.216.34';

function resolving(...addresses: string[]): Resolve {
  return () =>
    Promise.resolve(addresses.map(address => ({ address, family: address.includes(':') ? 6 : 4 })));
}

const unresolved: Resolve = () => Promise.reject(new Error('no name is looked up here'));

const literals = [
  ['loopback', 'http://127.0.0.1/'],
  ['loopback elsewhere in its range', 'http://127.200.3.4/'],
  ['loopback with a trailing dot', 'http://127.0.0.1./'],
  ['loopback as one decimal number', 'http://2130706433/'],
  ['loopback as one hex number', 'http://0x7f000001/'],
  ['loopback as one octal number', 'http://017700000001/'],
  ['loopback in octal parts', 'http://0177.0.0.01/'],
  ['loopback in hex parts', 'http://0x7f.0x0.0x0.0x1/'],
  ['loopback in mixed parts', 'http://0x7f.1/'],
  ['loopback in two parts', 'http://127.1/'],
  ['loopback percent-encoded', 'http://%31%32%37.0.0.1/'],
  ['loopback in full-width digits', 'http://１２７.０.０.１/'],
  ['loopback in circled digits', 'http://①②⑦.⓪.⓪.①/'],
  ['loopback after backslashes', 'http:\\\\127.0.0.1\\'],
  ['loopback with tabs and line feeds inside', 'ht\ntp://127.\t0.0.1/'],
  ['the unspecified address', 'http://0.0.0.0/'],
  ['zero', 'http://0/'],
  ['this network', 'http://0.1.2.3/'],
  ['private 10/8', 'http://10.0.0.1/'],
  ['private 172.16/12', 'http://172.31.255.254/'],
  ['private 192.168/16', 'https://192.168.1.1/'],
  ['carrier-grade NAT', 'http://100.64.0.1/'],
  ['Alibaba metadata in carrier-grade NAT', 'http://100.100.100.200/'],
  ['link-local metadata', 'http://169.254.169.254/latest/meta-data/'],
  ['link-local metadata in decimal', 'http://2852039166/'],
  ['container credentials', 'http://169.254.170.2/v2/credentials'],
  ['Azure wire server', 'http://168.63.129.16/'],
  ['Oracle metadata', 'http://192.0.0.192/'],
  ['documentation', 'http://192.0.2.1/'],
  ['benchmarking', 'http://198.18.0.1/'],
  ['6to4 relay anycast', 'http://192.88.99.1/'],
  ['multicast', 'http://224.0.0.1/'],
  ['reserved', 'http://240.0.0.1/'],
  ['broadcast', 'http://255.255.255.255/'],
  ['IPv6 loopback', 'http://[::1]/'],
  ['IPv6 loopback written out', 'http://[0:0:0:0:0:0:0:1]/'],
  ['IPv6 unspecified', 'http://[::]/'],
  ['mapped loopback', 'http://[::ffff:127.0.0.1]/'],
  ['mapped loopback in hex', 'http://[::ffff:7f00:1]/'],
  ['mapped metadata', 'http://[::ffff:a9fe:a9fe]/'],
  ['mapped public address', 'http://[::ffff:93.184.216.34]/'],
  ['IPv4-compatible loopback', 'http://[::127.0.0.1]/'],
  ['translated (SIIT) loopback', 'http://[::ffff:0:127.0.0.1]/'],
  ['NAT64 loopback', 'http://[64:ff9b::7f00:1]/'],
  ['local-use NAT64', 'http://[64:ff9b:1::a00:1]/'],
  ['6to4 around loopback', 'http://[2002:7f00:1::]/'],
  ['6to4 around a private network', 'http://[2002:c0a8:101::1]/'],
  ['Teredo', 'http://[2001:0:7f00:1::]/'],
  ['unique local', 'http://[fd00::1]/'],
  ['AWS metadata over IPv6', 'http://[fd00:ec2::254]/'],
  ['link-local IPv6', 'http://[fe80::1]/'],
  ['site-local IPv6', 'http://[fec0::1]/'],
  ['IPv6 multicast', 'http://[ff02::1]/'],
  ['IPv6 documentation', 'http://[2001:db8::1]/'],
  ['IPv6 discard', 'http://[100::1]/'],
  ['IPv6 outside the global space', 'http://[4000::1]/'],
  ['an IPv6 zone', 'http://[fe80::1%25eth0]/'],
  ['an unescaped IPv6 zone', 'http://[fe80::1%eth0]/'],
] as const;

const forms = [
  ['file', 'file:///etc/passwd'],
  ['ftp', 'ftp://93.184.216.34/'],
  ['gopher', 'gopher://93.184.216.34:80/_x'],
  ['dict', 'dict://93.184.216.34:80/'],
  ['data', 'data:text/html,hello'],
  ['javascript', 'javascript:alert(1)'],
  ['blob', 'blob:http://93.184.216.34/x'],
  ['ws', 'ws://93.184.216.34/'],
  ['a user name', 'http://user@93.184.216.34/'],
  ['a password', 'http://:secret@93.184.216.34/'],
  ['a host hidden as a user name', 'http://93.184.216.34@127.0.0.1/'],
  ['ssh', 'http://93.184.216.34:22/'],
  ['an alternative web port', 'http://93.184.216.34:8080/'],
  ['port 0', 'http://93.184.216.34:0/'],
  ['no host', 'http://'],
  ['no scheme', '//93.184.216.34/'],
  ['nothing', ''],
] as const;

const answers = [
  ['loopback', ['127.0.0.1']],
  ['a private address', ['10.1.2.3']],
  ['metadata', ['169.254.169.254']],
  ['IPv6 loopback', ['::1']],
  ['a mapped private address', ['::ffff:10.0.0.1']],
  ['unique local', ['fd12:3456::1']],
  ['a scoped link-local address', ['fe80::1%eth0']],
  ['NAT64', ['64:ff9b::a00:1']],
  ['public, then private', [PUBLIC, '192.168.0.1']],
  ['private, then public', ['192.168.0.1', PUBLIC]],
  ['public IPv4 with private IPv6', [PUBLIC, 'fd00::1']],
  ['public IPv6 with private IPv4', ['2606:2800:220:1::1', '127.0.0.1']],
  ['no address at all, only text', ['localhost']],
] as const;

async function refuses(url: string, resolve: Resolve): Promise<void> {
  const connections = await connectionsDuring(() =>
    expect(guardedFetch(url, LIMITS, { resolve })).rejects.toMatchObject(REFUSAL),
  );
  expect(connections).toBe(0);
}

describe('guardedFetch() of a forbidden address', () => {
  it.each(literals)('refuses an address without a connection: %s', async (_, url) =>
    refuses(url, unresolved),
  );
  it.each(forms)('refuses the form of an address without a connection: %s', async (_, url) =>
    refuses(url, unresolved),
  );
  it.each(answers)('refuses the DNS answer of an address without a connection: %s', async (_, addresses) =>
    refuses('http://site.example/', resolving(...addresses)),
  );

  it('refuses a name of this machine without a connection', async () => {
    const connections = await connectionsDuring(() =>
      expect(guardedFetch('http://localhost/', LIMITS)).rejects.toMatchObject(REFUSAL),
    );
    expect(connections).toBe(0);
  });
});

describe('checkAddress()', () => {
  it.each([...literals, ...forms])('refuses %s', async (_, url) => {
    await expect(checkAddress(url, { resolve: unresolved })).rejects.toMatchObject(REFUSAL);
  });

  it.each(answers)('refuses a name that resolves to %s', async (_, addresses) => {
    const deps = { resolve: resolving(...addresses) };
    await expect(checkAddress('https://site.example/hook', deps)).rejects.toMatchObject(REFUSAL);
  });

  it('accepts an address that is public, does not resolve now, or is exempted', async () => {
    await checkAddress('https://site.example/hook', { resolve: resolving(PUBLIC) });
    await checkAddress('https://site.example/hook', { resolve: unresolved });
    await checkAddress('http://inner.example:8099/hook', {
      resolve: resolving('10.0.0.1'),
      allow: new Set(['inner.example:8099']),
    });
  });
});

describe('connectionsDuring()', () => {
  it('counts a connection that is made', async () => {
    const web = await startWeb((_, response) => response.end());
    const { allow, origin } = web;
    expect(await connectionsDuring(() => guardedFetch(origin, LIMITS, { allow }))).toBe(1);
    await web.stop();
  });
});

describe('guardedLookup()', () => {
  const lookUp = (options: { all: boolean }, resolve: Resolve, exempt = false) =>
    new Promise<unknown[]>(fulfil => {
      guardedLookup(resolve, exempt)('site.example', options, (...answer) => fulfil(answer));
    });

  it('answers one address to a socket that asks for one, and all to others', async () => {
    const resolve = resolving(PUBLIC, '8.8.8.8');
    expect(await lookUp({ all: false }, resolve)).toEqual([null, PUBLIC, 4]);
    expect(await lookUp({ all: true }, resolve)).toMatchObject([
      null,
      [{ address: PUBLIC }, { address: '8.8.8.8' }],
    ]);
  });

  it('answers any address of an exempted host, and an error without addresses', async () => {
    expect(await lookUp({ all: false }, resolving('127.0.0.1'), true)).toEqual([null, '127.0.0.1', 4]);
    expect(await lookUp({ all: false }, resolving())).toEqual([new Error('no address'), []]);
    expect(await lookUp({ all: false }, () => Promise.reject(new Error('no name')))).toEqual([
      new Error('no name'),
      [],
    ]);
  });

  const lookup = (resolve: Resolve) =>
    new Promise((fulfil, reject) => {
      guardedLookup(resolve, false)('site.example', { all: true }, (error, addresses) => {
        if (error === null) fulfil(addresses);
        else reject(error);
      });
    });

  it('resolves once, so that the socket gets the addresses that were checked', async () => {
    let calls = 0;
    const rebinding: Resolve = () => {
      calls += 1;
      return resolving(calls === 1 ? PUBLIC : '127.0.0.1')('');
    };
    expect(await lookup(rebinding)).toEqual([{ address: PUBLIC, family: 4 }]);
    expect(calls).toBe(1);
    await expect(lookup(rebinding)).rejects.toMatchObject(REFUSAL);
  });
});

describe('guardedFetch() with a redirect to an inner address', () => {
  let web: Web;
  const inner = [
    'http://127.0.0.1/',
    'http://2130706433/',
    'http://[::1]/',
    'http://inner.example/',
    '//169.254.169.254/',
    'file:///etc/passwd',
    'http://user:pass@93.184.216.34/',
    'http://93.184.216.34:22/',
    'http://[',
  ];

  beforeAll(async () => {
    web = await startWeb((request, response) => {
      const { searchParams } = new URL(request.url ?? '', 'http://host');
      const hops = Number(searchParams.get('hops'));
      const to = searchParams.get('to') ?? '';
      const location = hops > 1 ? `/?hops=${hops - 1}&to=${encodeURIComponent(to)}` : to;
      response.writeHead(302, { location }).end();
    });
  });
  afterAll(async () => web.stop());

  const cases = inner.flatMap(to => [1, 2, 3, 4, 5].map((hops): [string, number] => [to, hops]));
  it.each(cases)('refuses %s at hop %i', async (to, hops) => {
    const url = `${web.origin}/?hops=${hops}&to=${encodeURIComponent(to)}`;
    const deps = { allow: web.allow, resolve: resolving('10.0.0.7') };
    const connections = await connectionsDuring(() =>
      expect(guardedFetch(url, LIMITS, deps)).rejects.toMatchObject(REFUSAL),
    );
    expect(connections).toBe(hops);
  });
});
