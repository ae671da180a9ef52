import { describe, expect, it } from 'vitest';
import { isPublicAddress } from '../../../../../shared/platform/http/guarded/address.ts';

describe('isPublicAddress()', () => {
  it.each([
    '8.8.8.8',
    '93.184.216.34',
    '172.32.0.1',
    '100.128.0.1',
    '2606:2800:220:1::1',
    '2a00:1450:4001:81b::200e',
  ])('accepts %s', address => expect(isPublicAddress(address)).toBe(true));

  it.each([
    '10.0.0.1',
    '168.63.129.16',
    '::1',
    'fd00::1',
    '2001:db8::1',
    '2606:2800::1%eth0',
    'site.example',
    '',
  ])('refuses "%s"', address => expect(isPublicAddress(address)).toBe(false));
});
