import { describe, expect, it } from 'vitest';
import { Forbidden } from '../../../../shared/platform/core/errors.ts';
import type { Permission } from '../../../../shared/platform/site/permissions.ts';
import {
  ANONYMOUS,
  missingPermissions,
  permissionText,
  readsConsistently,
  requireMayActFor,
  requirePermission,
  type Caller,
} from '../../../../shared/platform/http/caller.ts';

function caller(permissions: Permission[], more: Partial<Caller> = {}): Caller {
  return { ...ANONYMOUS, keyId: 1, authorId: 1, permissions: new Set(permissions), ...more };
}

const ADMIN = caller(['read'], { admin: true });

describe('requirePermission()', () => {
  it('requires one of several permissions, or an administrator', () => {
    requirePermission(caller(['read']), 'read');
    requirePermission(caller(['publish_post']), ['upload', 'publish_post']);
    requirePermission(ADMIN, 'admin');
    requirePermission(ADMIN, ['publish_post', 'admin']);
  });

  it('throws Forbidden with the names of the missing permissions', () => {
    expect(() => requirePermission(caller(['read']), 'publish_post')).toThrow(
      new Forbidden('This needs the permission publish_post'),
    );
    expect(() => requirePermission(caller(['read']), ['publish_post', 'admin'])).toThrow(
      'This needs the permission publish_post or admin',
    );
    expect(() => requirePermission(ADMIN, 'publish_post')).toThrow(Forbidden);
    expect(permissionText(['read', 'admin'])).toBe('read or admin');
  });
});

describe('missingPermissions()', () => {
  it('returns what a caller lacks to grant a scope', () => {
    const scope = { permissions: ['read', 'publish_post'] as const, admin: true };
    expect(missingPermissions(caller(['read']), scope)).toEqual(['publish_post', 'admin']);
    expect(missingPermissions(ADMIN, scope)).toEqual(['publish_post']);
    expect(missingPermissions(caller(['publish_post', 'read']), { ...scope, admin: false })).toEqual([]);
  });
});

describe('caller with a key that may only read, like and follow', () => {
  const reader = caller(['read', 'engage']);
  const writer = caller(['read', 'publish_post']);

  it('reads eventually consistently, others consistently', () => {
    expect([reader, caller(['engage']), ANONYMOUS, writer].map(readsConsistently)).toEqual([
      false,
      false,
      false,
      true,
    ]);
  });

  it('acts only for its own author', () => {
    requireMayActFor(reader, 1);
    requireMayActFor(writer, 2);
    expect(() => requireMayActFor(reader, 2)).toThrow(
      new Forbidden('This key likes and follows for its own author only'),
    );
  });
});

it('ANONYMOUS has no rights', () => {
  expect(ANONYMOUS).toEqual({
    keyId: 0,
    authorId: 0,
    role: '',
    permissions: new Set(),
    admin: false,
    isNarrowed: true,
  });
});
